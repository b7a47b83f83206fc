"""What the customer said, and where to look."""

from dataclasses import dataclass

from server.domain.clause import Language

MAX_QUERY_CHARACTERS = 2_000
MAX_CARDS = 20
MIN_DEADLINE_MS, MAX_DEADLINE_MS = 50, 60_000  # from trigger to answer


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """Where to look. A filter never loosens a threshold."""

    collection: str | None = None
    documents: frozenset[str] | None = None  # doc_ids; None means all


@dataclass(frozen=True, kw_only=True, slots=True)
class Query:
    """A checked query: NFC, no control characters, at most MAX_QUERY_CHARACTERS."""

    text: str
    language: Language
    scope: Scope = Scope()
    k: int = 5
