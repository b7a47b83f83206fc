"""An edition: one immutable, complete build of the index."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from server.domain.document import UnreadableFile
from server.domain.errors import IndexEmpty


@dataclass(frozen=True, kw_only=True, slots=True)
class Fingerprint:
    """What an edition was built with; a different one makes it stale."""

    splitter_version: str
    analyser_version: str
    embedder_id: str  # "none" without a dense leg
    dimension: int  # 0 without a dense leg


@dataclass(frozen=True, kw_only=True, slots=True)
class EditionInfo:
    """An edition's card of contents."""

    number: int
    created_at: str  # ISO 8601, UTC
    fingerprint: Fingerprint
    documents: int
    clauses: int
    passages: int  # texts that can have a vector
    vectors: int  # passages that have one
    unreadable: tuple[UnreadableFile, ...] = ()

    def check_searchable(self) -> None:
        """Raises IndexEmpty when there is no clause in it: that is not the same as finding nothing."""
        if not self.clauses:
            raise IndexEmpty("the edition holds no clause")


@dataclass(frozen=True, kw_only=True, slots=True)
class Analysis:
    """One clause prepared for the index.

    `parts`: tokens per field for each searched part (a long clause has several; the best
    part counts). `passages`: texts for the dense leg, best one counts.
    """

    parts: tuple[Mapping[str, tuple[str, ...]], ...]
    passages: tuple[str, ...] = field(default=())


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildRecord:
    """One line of the index's history: a build that was published or given up."""

    edition: int | None  # None when it was given up
    finished_at: str  # ISO 8601, UTC
    seconds: float
    documents: int
    clauses: int
    passages: int
    vectors: int
    failure: str | None = None  # why it was given up


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildProgress:
    """How far a running build is."""

    phase: str  # scan, read, check, publish, embed
    done: int
    total: int
    remaining_seconds: float | None  # None until it can be told
