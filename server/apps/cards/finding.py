"""What may be shown for a query: the part of the story that runs in a thread and knows no model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from server.domain.errors import IndexEmpty, IndexUnavailable
from server.domain.hit import Hit, Retrieval, Sufficiency
from server.domain.query import Query
from server.domain.reasons import Freshness, NoDocumentsReason, Outcome
from server.ports.clock import Clock
from server.ports.freshness import FreshnessOf

NORMALISE_STEP = "analysis"  # the trace's name for what retrieval does to the query's text


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """Hits that may be shown, best first, or why there are none."""

    outcome: Outcome
    reason: NoDocumentsReason | None = None
    hits: tuple[Hit, ...] = ()  # admitted, at most the query's k, of documents that still exist
    retrieval: Retrieval | None = None  # None when the index could not be read
    freshness: Mapping[str, Freshness] = field(default_factory=dict)  # by doc_id of an admitted hit
    index_stale: bool = False
    normalise_ms: float = 0.0
    retrieval_ms: float = 0.0
    filtering_ms: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Finder:
    """Retrieve, judge, and drop what is no longer on disk.

    The callables are called in a thread and raise nothing but IndexEmpty and IndexUnavailable.
    """

    retrieve: Callable[[Query], Retrieval]
    judge: Callable[[Retrieval], Sufficiency]
    freshness_of: FreshnessOf
    is_stale: Callable[[], bool]  # of the edition
    clock: Clock

    def find(self, query: Query) -> Found:
        """Index faults become outcomes; nothing else is expected to go wrong."""
        if not query.text.strip():
            return Found(outcome=Outcome.NO_DOCUMENTS, reason=NoDocumentsReason.EMPTY_QUERY)
        try:
            return self._find(query)
        except IndexEmpty:
            return Found(outcome=Outcome.INDEX_EMPTY)
        except IndexUnavailable:
            return Found(outcome=Outcome.INDEX_UNAVAILABLE)

    def _find(self, query: Query) -> Found:
        began = self.clock.monotonic()
        retrieval = self.retrieve(query)
        retrieved = self.clock.monotonic()
        sufficiency = self.judge(retrieval)
        freshness = self.freshness_of({hit.clause.doc_id for hit in sufficiency.admitted})
        hits = tuple(
            hit for hit in sufficiency.admitted if freshness[hit.clause.doc_id] is not Freshness.MISSING
        )[: query.k]
        if hits:
            stale = any(freshness[hit.clause.doc_id] is Freshness.CHANGED for hit in hits)
        else:
            stale = self.is_stale()
        normalise_ms = sum(step.milliseconds for step in retrieval.trace if step.name == NORMALISE_STEP)
        return Found(
            outcome=Outcome.CARDS if hits else _refused(sufficiency.outcome),
            reason=None if hits else sufficiency.reason or NoDocumentsReason.NOTHING_FOUND,
            hits=hits,
            retrieval=retrieval,
            freshness=freshness,
            index_stale=stale,
            normalise_ms=normalise_ms,
            retrieval_ms=(retrieved - began) * 1000 - normalise_ms,
            filtering_ms=(self.clock.monotonic() - retrieved) * 1000,
        )


def _refused(outcome: Outcome) -> Outcome:
    """All that was admitted may have gone from disk since."""
    return Outcome.NO_DOCUMENTS if outcome is Outcome.CARDS else outcome
