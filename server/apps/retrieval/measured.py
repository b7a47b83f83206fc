"""A query's candidates before they are graded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from server.apps.retrieval.calibration import Calibration
from server.apps.retrieval.exact_search import ExactSearch
from server.apps.retrieval.ranking import Ranked
from server.domain.hit import LegHit


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """Everything about a query's candidates before they are graded."""

    legs: Mapping[str, Sequence[LegHit]]  # within the query's scope
    exact: ExactSearch
    exact_terms: tuple[str, ...]
    ranked: tuple[Ranked, ...]
    everywhere: tuple[Ranked, ...]  # the same query without its filter
    calibration: Calibration
    degraded: tuple[str, ...]
