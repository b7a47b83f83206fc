"""The trace of one retrieval: a step a line, in plain JSON values."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import perf_counter

from server.apps.retrieval.analysis import QueryAnalysis
from server.apps.retrieval.features import FEATURES
from server.apps.retrieval.ranking import Ranked
from server.domain.hit import Hit, LegHit, Step

SHOWN = 10  # hits of a leg that the trace names
EXPLAINED = 3  # candidates whose features it names


class Trace:
    """Collects steps with their times."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    @contextmanager
    def step(self, name: str) -> Iterator[dict[str, object]]:
        """Time the block; what it puts into the dictionary becomes the step's detail."""
        detail: dict[str, object] = {}
        started = perf_counter()
        yield detail
        milliseconds = round((perf_counter() - started) * 1000, 3)
        self._steps.append(Step(name=name, milliseconds=milliseconds, detail=detail))

    @property
    def steps(self) -> tuple[Step, ...]:
        """In order."""
        return tuple(self._steps)


def analysis_detail(analysis: QueryAnalysis) -> dict[str, object]:
    """What the query was understood as."""
    return {
        "cleaned": analysis.cleaned,
        "words": dict(analysis.words),
        "codes": list(analysis.codes),
        "synonyms": {one.everyday: list(one.official) for one in analysis.expansions},
        "intents": sorted(analysis.intents),
    }


def leg_detail(hits: Sequence[LegHit]) -> dict[str, object]:
    """How many, and the best rows with their scores; `tiers` says which clause a row is."""
    return {"found": len(hits), "best": [[hit.row, round(hit.score, 4)] for hit in hits[:SHOWN]]}


def ranking_detail(ranked: Sequence[Ranked], calibration: str) -> dict[str, object]:
    """The first candidates with those features that are not zero."""
    return {
        "calibration": calibration,
        "candidates": len(ranked),
        "best": {
            one.found.clause.clause_id: {
                "rank_score": round(one.score, 4),
                **{
                    name: round(value, 3) for name, value in zip(FEATURES, one.features, strict=True) if value
                },
            }
            for one in ranked[:EXPLAINED]
        },
    }


def hit_detail(hits: Sequence[Hit]) -> dict[str, object]:
    """Why each of the best hits stands where it does."""
    return {
        hit.clause.clause_id: {
            "score": round(hit.score, 4),
            "tier": str(hit.tier),
            "reason": hit.reason,
            "legs": _rounded(hit.legs),
            "ranks": dict(hit.ranks),
            "fused": round(hit.fused, 4),
        }
        for hit in hits[:SHOWN]
    }


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in values.items()}
