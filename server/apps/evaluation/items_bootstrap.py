"""Paired bootstrap of F1: the same clauses drawn for both conditions.

F1 is taken over all clauses together and is no mean of cases, so the counts are drawn, not scores.
Percentile interval: Efron and Tibshirani, An Introduction to the Bootstrap, chapter 13.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

from server.apps.evaluation.items_scoring import precision_recall_f1
from server.apps.evaluation.result import Difference, Interval

DRAWS = 1_000
SEED = 20_260_801
LOW, HIGH = 0.025, 0.975


class Counts(NamedTuple):
    """Of one clause."""

    found: int
    wrong: int
    missed: int


def difference(first: str, second: str, before: Sequence[Counts], after: Sequence[Counts]) -> Difference:
    """F1 of the second condition minus F1 of the first, with its 95 % interval."""
    rng = random.Random(SEED)  # noqa: S311  # resampling, not cryptography
    size = len(before)
    drawn = sorted(
        _f1(after, places) - _f1(before, places)
        for places in ([rng.randrange(size) for _ in range(size)] for _ in range(DRAWS if size else 0))
    )
    everything = range(size)
    interval = (
        Interval(low=drawn[int(LOW * DRAWS)], high=drawn[int(HIGH * DRAWS)])
        if drawn
        else Interval(low=0.0, high=0.0)
    )
    return Difference(
        figure="f1",
        first=first,
        second=second,
        value=_f1(after, everything) - _f1(before, everything),
        interval=interval,
    )


def _f1(counts: Sequence[Counts], places: Sequence[int]) -> float:
    found = sum(counts[place].found for place in places)
    wrong = sum(counts[place].wrong for place in places)
    missed = sum(counts[place].missed for place in places)
    return precision_recall_f1(found, wrong, missed)[2]
