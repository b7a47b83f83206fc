"""A document: one source file, and what became of files that could not be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from server.domain.clause import Clause, Language


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """One source file as indexed."""

    doc_id: str  # path below the documents folder without its ending: "water/terms"
    title: str
    collection: str
    path: str  # path below the documents folder, with its ending
    language: Language
    file_hash: str  # sha256:<hex> of the bytes
    size: int  # bytes
    modified_ns: int
    clauses: int
    metadata: Mapping[str, str] = field(default_factory=dict)
    first_line: int = 1  # where it begins; later only in a file that holds several documents


@dataclass(frozen=True, kw_only=True, slots=True)
class UnreadableFile:
    """A file that was left out: it never stops the others."""

    path: str
    reason: str  # stable code: undecodable, empty, too_large, unsupported, damaged, no_clauses, …
    detail: str
    remedy: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadDocument:
    """A document with its clauses, as the documents app hands it to the index."""

    document: Document
    clauses: tuple[Clause, ...]
