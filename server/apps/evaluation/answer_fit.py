"""Measured questions, and the weights that rank clauses and tell whether the first one answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from server.apps.evaluation.extras import extra_module
from server.apps.evaluation.golden import Question, is_gold
from server.apps.evaluation.rank_fit import Candidates, fit_rank
from server.apps.retrieval.calibration import (
    ANSWER_FEATURES,
    AnswerModel,
    Shape,
    answer_features,
    shape_of,
)
from server.apps.retrieval.features import COSINE_SCALE, FEATURES
from server.apps.retrieval.measured import Measured
from server.apps.retrieval.query import parse_query
from server.domain.errors import InvalidInput
from server.domain.query import Query

Array = NDArray[np.float64]

FEWEST = 20  # questions of each kind; fewer fit nothing
NOTHING = -50.0  # log-odds of what is no answer for certain
STRENGTH = 0.5  # inverse of the logistic regression's L2 penalty
PLAIN_FEATURES = frozenset(  # what text shows without headings and titles, in any script
    {
        "cover",
        "covered",
        "uncovered",
        "most_uncovered",
        "uncovered_nouns",
        "all_covered",
        "unknown",
        "subject_missing",
        "margin",
        "lead",
    }
)
SPEAKS_FOR = frozenset(  # an answer; a fit that says the opposite has found an accident of its questions
    {
        *("cover", "covered", "heading_cover", "body_cover", "title_cover", "heading_share", "all_covered"),
        *("matter_cover", "matter_heading"),
        *("cosine", "cosine_gap", "cosine_lead", "margin", "lead", "fused"),
    }
)
SPEAKS_AGAINST = frozenset(
    {
        *("uncovered", "most_uncovered", "uncovered_nouns", "unknown", "subject_missing", "matter_missing"),
        *("boilerplate", "penalty", "amount_nowhere", "period_nowhere"),
    }
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """A question with its measured candidates. An exact term that is found or missing decides by itself."""

    question: Question
    candidates: Candidates
    shapes: tuple[Shape, ...]  # of each candidate
    decided: bool

    @property
    def group(self) -> str:
        """Questions about one document stay together in the cross-validation."""
        return self.question.gold[0].split(" ")[0] if self.question.gold else self.question.question_id

    def shape(self, rank: Array) -> Shape:
        """Of the candidate that these weights put first."""
        return self.shapes[self._best(rank)] if self.shapes else Shape.PLAIN

    def first(self, rank: Array) -> Array | None:
        """ANSWER_FEATURES of that candidate; None without candidates."""
        if not self.shapes:
            return None
        scores = sorted((self.candidates.features @ rank).tolist(), reverse=True)
        return np.array(answer_features(self.candidates.features[self._best(rank)].tolist(), scores))

    def _best(self, rank: Array) -> int:
        return int((self.candidates.features @ rank).argmax())


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """Of the reranker, in the order of FEATURES, and of the answer by shape."""

    rank: Array
    answers: Mapping[Shape, AnswerModel]

    def log_odds(self, sample: Sample) -> float:
        """That the sample's first candidate answers it; a shape without weights says nothing."""
        if sample.decided:
            return -NOTHING if sample.question.answerable else NOTHING
        features = sample.first(self.rank)
        model = self.answers.get(sample.shape(self.rank))
        if features is None or model is None:
            return NOTHING
        return model.log_odds(features.tolist())


def measure_questions(
    measure: Callable[[Query], Measured], questions: Sequence[Question]
) -> tuple[Sample, ...]:
    """Features of every question's candidates."""
    return tuple(_sample(question, measure(parse_query(question.query))) for question in questions)


def withheld(sample: Sample) -> Sample:
    """The same question with its gold clauses taken away: near, and unanswerable."""
    kept = sample.candidates.gold == 0
    features = sample.candidates.features[kept].copy()
    for name in ("words", "grams"):
        column = FEATURES.index(name)
        features[:, column] /= max(features[:, column].max(initial=0.0), 1e-9)
    cosine = FEATURES.index("cosine")
    best = features[:, cosine].max(initial=0.0)
    features[:, FEATURES.index("cosine_gap")] = features[:, cosine] - best
    features[:, FEATURES.index("cosine_lead")] = best - features[:, cosine].min(initial=best)
    return replace(
        sample,
        question=replace(
            sample.question,
            question_id=f"{sample.question.question_id}-withheld",
            gold=(),
            kind="unanswerable",
            distance="near",
        ),
        candidates=Candidates(features=features, gold=np.zeros(len(features))),
        shapes=tuple(shape for shape, keep in zip(sample.shapes, kept, strict=True) if keep),
    )


def check_enough(answerable: Sequence[bool]) -> None:
    """Raise InvalidInput when there are fewer than FEWEST of either kind."""
    if min(sum(answerable), len(answerable) - sum(answerable)) < FEWEST:
        raise InvalidInput(
            f"{sum(answerable)} answerable and {len(answerable) - sum(answerable)} unanswerable questions "
            "are too few",
            remedy=f"give a golden set with at least {FEWEST} of each",
        )


def fit_weights(samples: Sequence[Sample], columns: Sequence[int]) -> Weights:
    """Rank weights of all samples, answer weights of each shape that has enough."""
    rank = fit_rank([one.candidates for one in samples], columns=columns)
    used = [*columns, len(FEATURES), len(FEATURES) + 1]
    by_shape = {
        shape: [one for one in samples if one.shapes and not one.decided and one.shape(rank) is shape]
        for shape in Shape
    }
    return Weights(
        rank=rank,
        answers={
            shape: _fit_answer(inside, rank, _columns_of(shape, used))
            for shape, inside in by_shape.items()
            if _enough(inside)
        },
    )


def named_weights(names: Sequence[str], weights: Array) -> dict[str, float]:
    """Those that are not zero, by name."""
    return {name: round(float(weight), 6) for name, weight in zip(names, weights, strict=True) if weight}


def _enough(samples: Sequence[Sample]) -> bool:
    answerable = sum(one.question.answerable for one in samples)
    return min(answerable, len(samples) - answerable) >= FEWEST // 2


def _columns_of(shape: Shape, used: Sequence[int]) -> list[int]:
    return [column for column in used if shape is Shape.HEADED or ANSWER_FEATURES[column] in PLAIN_FEATURES]


def _fit_answer(samples: Sequence[Sample], rank: Array, used: Sequence[int]) -> AnswerModel:
    """Logistic regression whose weights may not have the wrong sign."""
    features = np.array([one.first(rank) for one in samples])[:, used]
    spread = features.std(axis=0) + 1e-9
    spread[spread < COSINE_SCALE * 1e-6] = np.inf  # a feature that never varies gets no weight
    scaled = np.column_stack([features / spread, np.ones(len(features))])
    signs = np.array([1.0 if one.question.answerable else -1.0 for one in samples])

    def loss(weights: Array) -> tuple[float, Array]:
        margins = signs * (scaled @ weights)
        penalty = np.append(weights[:-1], 0.0)
        value = np.logaddexp(0, -margins).sum() + (penalty @ penalty) / (2 * STRENGTH)
        pull = -signs / (1 + np.exp(np.clip(margins, -60, 60)))
        return float(value), scaled.T @ pull + penalty / STRENGTH

    bounds = [_BOUNDS[_direction(column)] for column in used]
    optimize = extra_module("scipy.optimize")
    found = optimize.minimize(
        loss, np.zeros(len(used) + 1), jac=True, method="L-BFGS-B", bounds=[*bounds, (None, None)]
    ).x
    weights = np.zeros(len(ANSWER_FEATURES))
    weights[list(used)] = found[:-1] / spread
    return AnswerModel(weights=named_weights(ANSWER_FEATURES, weights), intercept=float(found[-1]))


_BOUNDS = {1: (0.0, None), 0: (None, None), -1: (None, 0.0)}


def _direction(column: int) -> int:
    name = ANSWER_FEATURES[column]
    return (name in SPEAKS_FOR) - (name in SPEAKS_AGAINST)


def _sample(question: Question, measured: Measured) -> Sample:
    found = measured.ranked
    features = np.array([one.features for one in found], dtype=np.float64).reshape(len(found), len(FEATURES))
    gold = np.array([is_gold(one.found.clause, question.gold) for one in found], dtype=np.float64)
    return Sample(
        question=question,
        candidates=Candidates(features=features, gold=gold),
        shapes=tuple(shape_of(question.query, one.found.clause) for one in found),
        decided=bool(measured.exact.rows or measured.exact.missing),
    )
