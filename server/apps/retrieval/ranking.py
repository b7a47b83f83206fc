"""Reranking: the candidates in the order of their weighted features."""

from collections.abc import Sequence
from dataclasses import dataclass

from server.apps.retrieval.calibration import Calibration
from server.apps.retrieval.features import Found, Measure


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranked:
    """A candidate with its features and rank score."""

    found: Found
    features: tuple[float, ...]
    score: float


def rank(found: Sequence[Found], measure: Measure, calibration: Calibration) -> tuple[Ranked, ...]:
    """Best first; ties by row, so that the same query gets the same order."""
    measured = [(one, measure.features(one)) for one in found]
    ranked = [
        Ranked(found=one, features=features, score=calibration.rank_score(features))
        for one, features in measured
    ]
    return tuple(sorted(ranked, key=lambda one: (-one.score, one.found.row)))
