"""From ranks to calibrated scores and tiers."""

from collections.abc import Callable
from dataclasses import replace

from server.apps.retrieval.calibration import Calibration, shape_of
from server.apps.retrieval.measured import Measured
from server.apps.retrieval.ranking import Ranked
from server.domain.hit import Hit
from server.domain.reasons import Freshness, Tier
from server.gates.sufficiency import DOCUMENT_MISSING, tier_of

EXACT_SCORE = 1.0


def tiered(
    query: str, measured: Measured, *, freshness: Callable[[str], Freshness] | None
) -> tuple[Hit, ...]:
    """Hits with every exact term first, then by rank."""
    if not measured.ranked:
        return ()
    calibration, first = measured.calibration, measured.ranked[0]
    shape = shape_of(query, first.found.clause)
    log_odds = calibration.answer_log_odds(shape, first.features, [one.score for one in measured.ranked])
    ranks = {
        name: {hit.row: place for place, hit in enumerate(hits, 1)} for name, hits in measured.legs.items()
    }
    hits: list[Hit] = []
    for one in measured.ranked:
        hit = _graded(one, calibration, calibration.probability(log_odds + one.score - first.score))
        if one.found.row in measured.exact.rows:
            hit = replace(hit, score=EXACT_SCORE, tier=Tier.EXACT, reason="exact_terms")
        if freshness is not None and freshness(one.found.clause.doc_id) is Freshness.MISSING:
            hit = replace(hit, tier=Tier.REJECTED, reason=DOCUMENT_MISSING)
        places = {name: rows[one.found.row] for name, rows in ranks.items() if one.found.row in rows}
        hits.append(replace(hit, ranks=places))
    return tuple(sorted(hits, key=lambda hit: hit.tier is not Tier.EXACT))


def _graded(one: Ranked, calibration: Calibration, score: float) -> Hit:
    tier = tier_of(score, strong=calibration.strong, borderline=calibration.borderline)
    legs = {"words": one.found.words, "grams": one.found.grams, "dense": one.found.dense}
    return Hit(
        clause=one.found.clause,
        score=score,
        tier=tier,
        reason="below_threshold" if tier is Tier.REJECTED else str(tier),
        legs={name: value for name, value in legs.items() if value},
        fused=one.found.fused,
    )
