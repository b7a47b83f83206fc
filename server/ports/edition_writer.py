"""Writing the next edition of the index."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from server.domain.clause import Clause
from server.domain.document import Document, UnreadableFile
from server.domain.edition import Analysis, BuildProgress, BuildRecord, EditionInfo, Fingerprint
from server.ports.embedder import Vectors


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """A text of the dense leg; vectors are kept by its hash."""

    passage_hash: str
    text: str


class EditionDraft(Protocol):
    """The next edition, built aside; nothing of it is visible before `publish`."""

    def text_keys(self, doc_id: str) -> Mapping[str, str]:
        """The document's clauses so far: clause_id -> the text key that it was added with."""
        ...

    def put_document(self, document: Document) -> None:
        """Add it, or replace what is known of it (not its clauses)."""
        ...

    def move_document(self, document: Document) -> None:
        """Replace what is known of a held one; its clauses keep their distance from its first line."""
        ...

    def remove_document(self, doc_id: str) -> None:
        """Remove it with its clauses."""
        ...

    def add(self, clause: Clause, analysis: Analysis, *, text_key: str) -> None:
        """Add a clause that the draft does not hold."""
        ...

    def move(self, clause: Clause) -> None:
        """Put a held clause, whose text is the same, at another place of its document."""
        ...

    def remove(self, clause_ids: Sequence[str]) -> None:
        """Remove clauses."""
        ...

    def publish(self, *, unreadable: Sequence[UnreadableFile]) -> EditionInfo:
        """Check, write through to disk, and switch the readers over in one step."""
        ...


class EditionBuilder(Protocol):
    """The one builder. Every method of it and of its drafts raises BuildFailed on a store fault."""

    def base(self) -> EditionInfo | None:
        """The published edition; None when there is none or it cannot be read."""
        ...

    def documents(self) -> Sequence[Document]:
        """Its documents, by doc_id; none without one."""
        ...

    def waste(self) -> float:
        """Share of its lexical index that belongs to removed clauses, 0..1; 0 without one."""
        ...

    def draft(self, fingerprint: Fingerprint, *, fresh: bool) -> AbstractContextManager[EditionDraft]:
        """A draft that continues the published edition, or an empty one; dropped unless published."""
        ...

    def missing_vectors(self) -> int:
        """How many different passages of the published edition have no kept vector."""
        ...

    def passages_without_vector(self) -> Iterator[Passage]:
        """Those passages, each once."""
        ...

    def keep_vectors(self, passages: Sequence[Passage], vectors: Vectors) -> None:
        """Keep vectors of the published edition's embedder; on return they outlive a kill."""
        ...

    def publish_vectors(self) -> EditionInfo:
        """Publish the same edition anew with all kept vectors."""
        ...

    def report(self, progress: BuildProgress) -> None:
        """Show others how far the build is."""
        ...


class EditionWriter(Protocol):
    """Where editions are built."""

    def building(self) -> AbstractContextManager[EditionBuilder]:
        """Become the one builder; raises RebuildRunning while another one works.

        A BuildFailed that leaves the block is written into the history.
        """
        ...

    def running(self) -> BuildProgress | None:
        """How far the running build is, in whatever process; None when none runs."""
        ...

    def history(self) -> Sequence[BuildRecord]:
        """The latest builds, newest first."""
        ...
