"""From ranks to calibrated scores and tiers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from server.apps.retrieval.calibration import shape_of
from server.apps.retrieval.measured import Measured
from server.apps.retrieval.ranking import Ranked
from server.domain.hit import Hit
from server.domain.reasons import Freshness, Tier
from server.gates.sufficiency import DOCUMENT_MISSING, tier_of
from server.ports.freshness import FreshnessOf

EXACT_SCORE = 1.0


def tiered(query: str, measured: Measured, *, freshness_of: FreshnessOf | None) -> tuple[Hit, ...]:
    """Hits with every exact term first, then by rank.

    A filter neither loosens nor tightens: where the whole edition does not answer, no part of it does,
    and what is shown without a filter is shown within one that lets it through.
    """
    if not measured.ranked:
        return ()
    calibration, first = measured.calibration, measured.ranked[0]
    log_odds = _log_odds(query, first, measured)
    ranks = {
        name: {hit.row: place for place, hit in enumerate(hits, 1)} for name, hits in measured.legs.items()
    }
    hits: list[Hit] = []
    for one in measured.ranked:
        if one.found.row in measured.exact.rows:
            score, tier, reason = EXACT_SCORE, Tier.EXACT, "exact_terms"
        else:
            score = calibration.probability(log_odds + one.score - first.score)
            tier = tier_of(score, strong=calibration.strong, borderline=calibration.borderline)
            reason = "below_threshold" if tier is Tier.REJECTED else str(tier)
        places = {name: rows[one.found.row] for name, rows in ranks.items() if one.found.row in rows}
        hits.append(_hit(one, score=score, tier=tier, reason=reason, ranks=places))
    return tuple(sorted(_without_missing(hits, freshness_of), key=lambda hit: hit.tier is not Tier.EXACT))


def _without_missing(hits: Sequence[Hit], freshness_of: FreshnessOf | None) -> Iterator[Hit]:
    """Only the documents of what may be shown are looked at; a hit of one that is gone is rejected."""
    shown = {hit.clause.doc_id for hit in hits if hit.tier is not Tier.REJECTED}
    freshness = freshness_of(shown) if freshness_of is not None else {}
    for hit in hits:
        if freshness.get(hit.clause.doc_id) is Freshness.MISSING and hit.tier is not Tier.REJECTED:
            yield replace(hit, tier=Tier.REJECTED, reason=DOCUMENT_MISSING)
        else:
            yield hit


def _log_odds(query: str, first: Ranked, measured: Measured) -> float:
    """Of the best clause within the filter.

    It may be the answer in its own right when a better one stands outside the filter, but it is never
    more than that one is, nor less than without the filter.
    """
    best = measured.everywhere[0]
    most = _answer_log_odds(query, best, measured)
    if first.found.row == best.found.row:
        return most
    least = most + first.score - best.score
    return min(most, max(least, _answer_log_odds(query, first, measured)))


def _answer_log_odds(query: str, one: Ranked, measured: Measured) -> float:
    """That the clause answers, beside everything else that the query finds without its filter."""
    others = (other.score for other in measured.everywhere if other.found.row != one.found.row)
    shape = shape_of(query, one.found.clause)
    return measured.calibration.answer_log_odds(shape, one.features, [one.score, *others])


def _hit(one: Ranked, *, score: float, tier: Tier, reason: str, ranks: Mapping[str, int]) -> Hit:
    legs = {"words": one.found.words, "grams": one.found.grams, "dense": one.found.dense}
    return Hit(
        clause=one.found.clause,
        score=score,
        tier=tier,
        reason=reason,
        legs={name: value for name, value in legs.items() if value},
        ranks=ranks,
        fused=one.found.fused,
    )
