"""Fitting a calibration on a golden set with unanswerable questions. Needs scikit-learn (extra `eval`)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from server.apps.evaluation.golden import Question, is_gold
from server.apps.evaluation.rank_fit import Candidates, fit_rank
from server.apps.retrieval.calibration import ANSWER_FEATURES, LEXICAL, Calibration, answer_features
from server.apps.retrieval.features import FEATURES
from server.apps.retrieval.query import parse_query
from server.apps.retrieval.retriever import Measured
from server.domain.errors import InvalidInput, SettingsError
from server.domain.query import Query
from server.gates.sufficiency import BORDERLINE, STRONG

FOLDS = 5
FEWEST = 20  # questions of each kind; fewer fit nothing
STRENGTH = 0.5  # inverse of the logistic regression's L2 penalty
NOTHING = -50.0  # log-odds of a query without any candidate

Curve = Literal["logistic", "isotonic"]
Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """A question with its measured candidates. An exact term that is found or missing decides by itself."""

    question: Question
    candidates: Candidates
    decided: bool

    @property
    def group(self) -> str:
        """Questions about one document stay together in the cross-validation."""
        return self.question.gold[0].split(" ")[0] if self.question.gold else self.question.question_id


@dataclass(frozen=True, kw_only=True, slots=True)
class Bin:
    """One line of the reliability table."""

    low: float
    high: float
    count: int
    predicted: float  # mean score
    observed: float  # share that was answerable


@dataclass(frozen=True, kw_only=True, slots=True)
class Fitted:
    """A calibration and how it did on questions that its folds had not seen."""

    calibration: Calibration
    reliability: tuple[Bin, ...]
    scores: tuple[tuple[str, float, bool], ...]  # question id, score, answerable


def measure_questions(
    measure: Callable[[Query], Measured], questions: Sequence[Question]
) -> tuple[Sample, ...]:
    """Features of every question's candidates."""
    return tuple(_sample(question, measure(parse_query(question.query))) for question in questions)


@dataclass(frozen=True, kw_only=True, slots=True)
class Purpose:
    """What a calibration is made for."""

    embedder_id: str
    analyser_version: str
    golden: str  # name of the golden set
    false_answers: float  # share of the unanswerable questions that may be answered
    curve: Curve = "logistic"


def fit_calibration(samples: Sequence[Sample], purpose: Purpose) -> Fitted:
    """Weights, probabilities and thresholds; the threshold keeps to the stated share of false answers.

    The threshold is found on scores of questions held out by document. The scores are then shifted so
    that it lies at STRONG, so that a threshold means the same with every calibration.
    Raises InvalidInput for too few questions, SettingsError without scikit-learn.
    """
    _check_enough(samples)
    columns = [
        place
        for place, name in enumerate(FEATURES)
        if purpose.embedder_id != LEXICAL or not name.startswith("cosine")
    ]
    held_out = np.empty(len(samples))
    folds = _folds(samples)
    for fold in range(FOLDS):
        weights = _fit([one for one, its in zip(samples, folds, strict=True) if its != fold], columns)
        for place, one in enumerate(samples):
            if folds[place] == fold:
                held_out[place] = weights.log_odds(one)
    answerable = np.array([one.question.answerable for one in samples])
    threshold = float(np.quantile(held_out[~answerable], 1 - purpose.false_answers))
    final = _fit(samples, columns)
    shift = math.log(STRONG / (1 - STRONG)) - threshold
    calibration = Calibration(
        embedder_id=purpose.embedder_id,
        analyser_version=purpose.analyser_version,
        rank=_named(FEATURES, final.rank),
        answer=_named(ANSWER_FEATURES, final.answer),
        intercept=round(final.intercept + shift, 6),
        golden=purpose.golden,
        figures={
            "questions": len(samples),
            "false_answers": round(float((held_out[~answerable] >= threshold).mean()), 4),
            "false_refusals": round(float((held_out[answerable] < threshold).mean()), 4),
            "log_odds_shift": round(shift, 4),
        },
    )
    if purpose.curve == "isotonic":
        calibration = _isotonic(calibration, held_out + shift, answerable, purpose.false_answers)
    scores = [calibration.probability(float(value + shift)) for value in held_out]
    return Fitted(
        calibration=calibration,
        reliability=reliability(scores, answerable.tolist()),
        scores=tuple(
            (one.question.question_id, score, one.question.answerable)
            for one, score in zip(samples, scores, strict=True)
        ),
    )


def reliability(scores: Sequence[float], answerable: Sequence[bool], *, bins: int = 10) -> tuple[Bin, ...]:
    """Scores against what was true, in bins of equal width; empty bins are left out."""
    found: list[Bin] = []
    for place in range(bins):
        low, high = place / bins, (place + 1) / bins
        inside = [
            (score, right)
            for score, right in zip(scores, answerable, strict=True)
            if low <= score < high or (place == bins - 1 and score == 1.0)
        ]
        if inside:
            found.append(
                Bin(
                    low=low,
                    high=high,
                    count=len(inside),
                    predicted=sum(score for score, _ in inside) / len(inside),
                    observed=sum(right for _, right in inside) / len(inside),
                )
            )
    return tuple(found)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Weights:
    rank: Array
    answer: Array
    intercept: float

    def log_odds(self, sample: Sample) -> float:
        if sample.decided:
            return -NOTHING if sample.question.answerable else NOTHING
        features = _first(sample, self.rank)
        return NOTHING if features is None else float(features @ self.answer + self.intercept)


def _sample(question: Question, measured: Measured) -> Sample:
    found = measured.ranked
    features = np.array([one.features for one in found], dtype=np.float64).reshape(len(found), len(FEATURES))
    gold = np.array([is_gold(one.found.clause, question.gold) for one in found], dtype=np.float64)
    return Sample(
        question=question,
        candidates=Candidates(features=features, gold=gold),
        decided=bool(measured.exact.rows or measured.exact.missing),
    )


def _check_enough(samples: Sequence[Sample]) -> None:
    answerable = sum(one.question.answerable for one in samples)
    if min(answerable, len(samples) - answerable) < FEWEST:
        raise InvalidInput(
            f"{answerable} answerable and {len(samples) - answerable} unanswerable questions are too few",
            remedy=f"give a golden set with at least {FEWEST} of each",
        )


def _folds(samples: Sequence[Sample]) -> NDArray[np.int64]:
    groups = {group: place % FOLDS for place, group in enumerate(sorted({one.group for one in samples}))}
    return np.array([groups[one.group] for one in samples])


def _fit(samples: Sequence[Sample], columns: Sequence[int]) -> _Weights:
    rank = fit_rank([one.candidates for one in samples], columns=columns)
    rows = [(one, _first(one, rank)) for one in samples if not one.decided]
    kept = [(one, features) for one, features in rows if features is not None]
    features = np.array([row for _, row in kept])
    used = [*columns, len(FEATURES), len(FEATURES) + 1]
    answerable = np.array([one.question.answerable for one, _ in kept])
    spread = features.std(axis=0) + 1e-9
    model = (
        _scikit_learn("linear_model")
        .LogisticRegression(C=STRENGTH, max_iter=5000)
        .fit((features / spread)[:, used], answerable)
    )
    answer = np.zeros(len(ANSWER_FEATURES))
    answer[used] = model.coef_[0] / spread[used]
    return _Weights(rank=rank, answer=answer, intercept=float(model.intercept_[0]))


def _first(sample: Sample, rank: Array) -> Array | None:
    if not len(sample.candidates.gold):
        return None
    scores = sample.candidates.features @ rank
    best = int(scores.argmax())
    return np.array(answer_features(sample.candidates.features[best].tolist(), sorted(scores, reverse=True)))


def _named(names: Sequence[str], weights: Array) -> dict[str, float]:
    return {name: round(float(weight), 6) for name, weight in zip(names, weights, strict=True) if weight}


def _isotonic(
    calibration: Calibration, log_odds: Array, answerable: NDArray[np.bool_], false_answers: float
) -> Calibration:
    model = _scikit_learn("isotonic").IsotonicRegression(out_of_bounds="clip").fit(log_odds, answerable)
    points = zip(model.X_thresholds_, model.y_thresholds_, strict=True)
    curve = tuple((round(float(x), 4), round(float(y), 4)) for x, y in points)
    curved = replace(calibration, curve=curve)
    refused = [curved.probability(float(value)) for value in log_odds[~answerable]]
    strong = min(1.0, float(np.quantile(refused, 1 - false_answers)) + 1e-6)
    return replace(curved, strong=strong, borderline=strong * BORDERLINE / STRONG)


def _scikit_learn(name: str) -> Any:  # noqa: ANN401  # scikit-learn has no types
    try:
        return import_module(f"sklearn.{name}")
    except ImportError as error:
        raise SettingsError(
            "calibration needs scikit-learn", remedy="pip install --require-hashes -r requirements/eval.txt"
        ) from error
