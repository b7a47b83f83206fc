"""An edition: one immutable, complete build of the index."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from server.domain.document import UnreadableFile


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Analysis:
    """One clause prepared for the index.

    `parts`: tokens per field for each searched part (a long clause has several; the best
    part counts). `passages`: texts for the dense leg, best one counts.
    """

    parts: tuple[Mapping[str, tuple[str, ...]], ...]
    passages: tuple[str, ...] = field(default=())
