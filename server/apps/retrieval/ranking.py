"""Reranking: the candidates in the order of their weighted features."""

from collections.abc import Sequence
from dataclasses import dataclass

from server.apps.retrieval.analysis import QueryAnalysis
from server.apps.retrieval.calibration import Calibration
from server.apps.retrieval.features import Found, Measure
from server.apps.retrieval.legs import Rarity


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranked:
    """A candidate with its features and rank score."""

    found: Found
    features: tuple[float, ...]
    score: float


def rank(
    analysis: QueryAnalysis, rarity: Rarity, found: Sequence[Found], calibration: Calibration
) -> tuple[Ranked, ...]:
    """Best first; ties by row, so that the same query gets the same order."""
    measure = Measure(analysis, rarity, found)
    measured = [(one, measure.features(one)) for one in found]
    ranked = [
        Ranked(found=one, features=features, score=calibration.rank_score(features))
        for one, features in measured
    ]
    return tuple(sorted(ranked, key=lambda one: (-one.score, one.found.row)))
