"""Where documents come from: a folder of files, or one JSONL file of clauses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from server.domain.document import ReadDocument, UnreadableFile


@dataclass(frozen=True, kw_only=True, slots=True)
class Listing:
    """One document as a scan sees it, without reading it."""

    doc_id: str
    collection: str
    path: str  # below the documents folder, with its ending
    size: int  # bytes
    modified_ns: int
    first_line: int = 1  # where the document begins in its file, as far as the source has read it


class DocumentSource(Protocol):
    """Raises InvalidInput when the folder or file itself cannot be read."""

    def scan(self) -> Sequence[Listing]:
        """All documents, by path; cheap (one stat a file)."""
        ...

    def look(self, path: str) -> Listing | None:
        """What `scan` would list under this path now, None when it is gone; one stat, for every request."""
        ...

    def file_hash(self, listing: Listing) -> str:
        """`sha256:<hex>` of the document's bytes as they are now, and of how far they stand apart."""
        ...

    def read(self, listing: Listing) -> ReadDocument | UnreadableFile:
        """The document split into clauses, or why it could not be."""
        ...
