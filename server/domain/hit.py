"""Hits, tiers and the trace of one retrieval."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from server.domain.clause import Clause
from server.domain.query import Query
from server.domain.reasons import NoDocumentsReason, Outcome, Tier


@dataclass(frozen=True, kw_only=True, slots=True)
class WeightedTerm:
    """One token to look for in one field of the index."""

    field: str
    token: str
    weight: float = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class LegHit:
    """One clause found by one leg. `row` is the clause's number inside the edition."""

    row: int
    score: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A clause with its scores."""

    clause: Clause
    score: float  # calibrated, 0..1
    tier: Tier
    reason: str = ""  # why rejected or how admitted, a stable code
    legs: Mapping[str, float] = field(default_factory=dict)  # raw score per leg
    ranks: Mapping[str, int] = field(default_factory=dict)  # rank per leg, from 1
    fused: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One line of the trace: what a step saw and made, in plain values."""

    name: str
    milliseconds: float
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Retrieval:
    """What was found for one query in one edition, best first, every tier included."""

    query: Query
    edition: int
    hits: tuple[Hit, ...]
    exact_terms: tuple[str, ...] = ()
    missing_exact_terms: tuple[str, ...] = ()
    trace: tuple[Step, ...] = ()
    degraded: tuple[str, ...] = ()  # legs that were switched on but could not serve: "dense:unavailable"


@dataclass(frozen=True, kw_only=True, slots=True)
class Sufficiency:
    """May anything be shown?"""

    outcome: Outcome
    reason: NoDocumentsReason | None
    admitted: tuple[Hit, ...]
    refused: tuple[Hit, ...]

    def by_id(self) -> Mapping[str, object]:
        """The same with clause ids in the place of hits, for a trace that holds the hits already."""
        return {
            "outcome": self.outcome,
            "reason": self.reason,
            "admitted": [hit.clause.clause_id for hit in self.admitted],
            "refused": [hit.clause.clause_id for hit in self.refused],
        }
