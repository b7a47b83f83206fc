"""What the agent sees. Field for field the shape of contracts/card.v1.schema.json."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from server.domain.reasons import FallbackReason, Freshness, Outcome, Tier


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """A name that passed every gate; offsets into the clause body, end exclusive."""

    name: str
    start: int
    end: int
    condition: str | None = None  # literal text of the clause


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """Where a card comes from. No source, no card."""

    document: str
    doc_id: str
    clause: str
    clause_id: str
    heading: str
    path: str  # the headings above, joined by " › "
    start_line: int
    end_line: int
    content_hash: str
    edition: int
    freshness: Freshness = Freshness.FRESH


@dataclass(frozen=True, kw_only=True, slots=True)
class Card:
    """An explanation with its source; it never judges."""

    card_id: str
    rank: int  # from 1
    kind: Literal["items", "snippet"]
    title: str
    text: str  # written by code from a policy template
    items: tuple[Item, ...]
    snippet: str | None
    snippet_start: int | None  # offsets of the snippet in the body, end exclusive
    snippet_end: int | None
    note: str | None  # a sentence from a policy template: another branch exists, the list stands elsewhere
    source: Source
    score: float
    tier: Tier
    origin: Literal["model", "rules"] | None  # who picked the items; None on a snippet
    label: str | None  # the visible label that goes with `origin`
    fallback_reason: FallbackReason | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Timings:
    """Milliseconds per step."""

    normalise_ms: float = 0.0
    retrieval_ms: float = 0.0
    filtering_ms: float = 0.0
    generation_ms: float = 0.0
    gates_ms: float = 0.0
    total_ms: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class CardsAnswer:
    """The response of POST /v1/cards (contracts/cards-response.v1.schema.json)."""

    request_id: str
    query: str
    outcome: Outcome
    reason: str | None
    message: str | None  # for people, in the query's language: 관련 문서 없음
    cards: tuple[Card, ...]
    missing_exact_terms: tuple[str, ...]
    timings: Timings
    edition: int | None
    index_stale: bool = False
    degraded: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
