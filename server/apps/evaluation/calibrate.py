"""Fitting a calibration on a golden set with unanswerable questions. Needs scikit-learn (extra `eval`)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from server.apps.evaluation.answer_fit import Sample, check_enough, fit_weights, named_weights
from server.apps.evaluation.extras import extra_module
from server.apps.retrieval.calibration import LEXICAL, Calibration, Shape, packaged_calibration
from server.apps.retrieval.features import FEATURES
from server.gates.sufficiency import BORDERLINE, STRONG

FOLDS = 5

Curve = Literal["logistic", "isotonic"]
Array = NDArray[np.float64]


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Purpose:
    """What a calibration is made for."""

    embedder_id: str
    analyser_version: str
    golden: str  # name of the golden set
    false_answers: float  # share of the unanswerable questions that may be answered
    plain_false_answers: float | None = None  # the same where the clause has no heading, if it is another
    curve: Curve = "logistic"

    def false_answers_of(self, shape: Shape) -> float:
        """The share for this shape."""
        plain = self.plain_false_answers
        return self.false_answers if shape is Shape.HEADED or plain is None else plain


def fit_calibration(samples: Sequence[Sample], purpose: Purpose) -> Fitted:
    """Weights, probabilities and thresholds; the threshold keeps to the stated share of false answers.

    For each shape of question and clause the threshold is found on scores of questions held out by
    document. The scores are then shifted so that it lies at STRONG: a threshold means the same with
    every calibration. A shape with too few questions keeps our packaged weights.
    Raises InvalidInput for too few questions, SettingsError without scikit-learn.
    """
    check_enough([one.question.answerable for one in samples])
    columns = [
        place
        for place, name in enumerate(FEATURES)
        if purpose.embedder_id != LEXICAL or not name.startswith("cosine")
    ]
    final = fit_weights(samples, columns)
    held_out, answerable = _held_out(samples, columns), np.array([one.question.answerable for one in samples])
    shapes = np.array([one.shape(final.rank) for one in samples])
    answers = dict(packaged_calibration(purpose.embedder_id).answers)
    for shape, model in final.answers.items():
        inside = shapes == shape
        threshold = float(np.quantile(held_out[inside & ~answerable], 1 - purpose.false_answers_of(shape)))
        shift = math.log(STRONG / (1 - STRONG)) - threshold
        held_out[inside] += shift
        answers[shape] = replace(model, intercept=round(model.intercept + shift, 6))
    reached = held_out >= math.log(STRONG / (1 - STRONG))
    calibration = Calibration(
        embedder_id=purpose.embedder_id,
        analyser_version=purpose.analyser_version,
        rank=named_weights(FEATURES, final.rank),
        answers=answers,
        golden=purpose.golden,
        figures={
            "questions": len(samples),
            "false_answers": round(float(reached[~answerable].mean()), 4),
            "false_refusals": round(float((~reached)[answerable].mean()), 4),
        },
    )
    if purpose.curve == "isotonic":
        calibration = _isotonic(calibration, held_out, answerable, purpose.false_answers)
    scores = [calibration.probability(float(value)) for value in held_out]
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


def _held_out(samples: Sequence[Sample], columns: Sequence[int]) -> Array:
    """Log-odds of each sample by weights that have not seen its document."""
    groups = {group: place % FOLDS for place, group in enumerate(sorted({one.group for one in samples}))}
    log_odds = np.empty(len(samples))
    for fold in range(FOLDS):
        weights = fit_weights([one for one in samples if groups[one.group] != fold], columns)
        for place, one in enumerate(samples):
            if groups[one.group] == fold:
                log_odds[place] = weights.log_odds(one)
    return log_odds


def _isotonic(
    calibration: Calibration, log_odds: Array, answerable: NDArray[np.bool_], false_answers: float
) -> Calibration:
    model = (
        extra_module("sklearn.isotonic").IsotonicRegression(out_of_bounds="clip").fit(log_odds, answerable)
    )
    points = zip(model.X_thresholds_, model.y_thresholds_, strict=True)
    curve = tuple((round(float(x), 4), round(float(y), 4)) for x, y in points)
    curved = replace(calibration, curve=curve)
    refused = [curved.probability(float(value)) for value in log_odds[~answerable]]
    strong = min(1.0, float(np.quantile(refused, 1 - false_answers)) + 1e-6)
    return replace(curved, strong=strong, borderline=strong * BORDERLINE / STRONG)
