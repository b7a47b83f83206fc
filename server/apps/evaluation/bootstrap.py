"""Paired bootstrap intervals (Efron and Tibshirani 1993)."""

from collections.abc import Sequence

import numpy as np

from server.apps.evaluation.result import Case, Condition, Difference, Interval, mean

RESAMPLES = 2000
LEVEL = 0.95  # share of the resamples inside the interval
SEED = 1  # the same cases give the same interval


def interval(values: Sequence[float]) -> Interval:
    """Of the mean; of nothing it is 0..0."""
    if not values:
        return Interval(low=0.0, high=0.0)
    array = np.asarray(values, dtype=np.float64)
    picks = np.random.default_rng(SEED).integers(0, len(array), size=(RESAMPLES, len(array)))
    low, high = np.quantile(array[picks].mean(axis=1), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(low=float(low), high=float(high))


def differences(first: Condition, second: Condition, figures: Sequence[str]) -> tuple[Difference, ...]:
    """Second minus first on each figure, over the cases that both have scored."""
    return tuple(
        _difference(first, second, figure) for figure in figures if _pairs(first.cases, second.cases, figure)
    )


def _difference(first: Condition, second: Condition, figure: str) -> Difference:
    gains = [theirs - ours for ours, theirs in _pairs(first.cases, second.cases, figure)]
    return Difference(
        figure=figure, first=first.name, second=second.name, value=mean(gains), interval=interval(gains)
    )


def _pairs(first: Sequence[Case], second: Sequence[Case], figure: str) -> list[tuple[float, float]]:
    theirs = {case.case_id: case.scores[figure] for case in second if figure in case.scores}
    return [
        (case.scores[figure], theirs[case.case_id])
        for case in first
        if figure in case.scores and case.case_id in theirs
    ]
