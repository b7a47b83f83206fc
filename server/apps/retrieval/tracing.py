"""The trace of one retrieval: a step a line, in plain JSON values."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from time import perf_counter
from typing import ParamSpec

from server.apps.retrieval.analysis import QueryAnalysis
from server.apps.retrieval.candidates import CANDIDATES
from server.apps.retrieval.exact_terms import ExactTerm
from server.apps.retrieval.features import FEATURES
from server.apps.retrieval.ranking import Ranked
from server.domain.hit import Hit, LegHit, Step

P = ParamSpec("P")

SHOWN = 10  # hits of a leg that the trace names
EXPLAINED = 3  # candidates whose features it names


class Detail(Mapping[str, object]):
    """What a step saw, worked out when somebody looks: most queries are asked by people who never do."""

    def __init__(self) -> None:
        self._describe: Callable[[], Mapping[str, object]] = dict

    def tell(self, describe: Callable[P, Mapping[str, object]], *args: P.args, **kwargs: P.kwargs) -> None:
        """Describe these values, which nobody changes any more."""
        self._describe = lambda: describe(*args, **kwargs)

    def __getitem__(self, name: str) -> object:
        """One value of the description."""
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        """Its names."""
        return iter(self._values)

    def __len__(self) -> int:
        """How many."""
        return len(self._values)

    @cached_property
    def _values(self) -> Mapping[str, object]:
        return self._describe()


class Trace:
    """Collects steps with their times."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    @contextmanager
    def step(self, name: str) -> Iterator[Detail]:
        """Time the block, which may say how its detail is described."""
        detail = Detail()
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


def exact_detail(terms: Sequence[ExactTerm], missing: Sequence[str]) -> dict[str, object]:
    """Which terms have to stand there to the letter, and which stand nowhere."""
    return {"terms": [term.text for term in terms], "missing": list(missing)}


def leg_detail(hits: Sequence[LegHit]) -> dict[str, object]:
    """How many, and the best rows with their scores; `tiers` says which clause a row is."""
    return {"found": len(hits), "best": [[hit.row, round(hit.score, 4)] for hit in hits[:SHOWN]]}


def dense_detail(hits: Sequence[LegHit], degraded: Sequence[str]) -> dict[str, object]:
    """The same, and what kept the vectors from serving."""
    return {**leg_detail(hits), "degraded": list(degraded)}


def fusion_detail(fused: Mapping[int, float]) -> dict[str, object]:
    """The rows that are looked at closely."""
    return {"best": [[row, round(score, 4)] for row, score in list(fused.items())[:CANDIDATES]]}


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
