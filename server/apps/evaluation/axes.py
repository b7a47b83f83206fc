"""From values to places in a picture, and the round numbers that an axis shows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

TICKS = 5  # about so many


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """Values `low`..`high` lie on pixels `start`..`end`; pixels may run backwards."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """The pixel of a value, to a tenth."""
        return round(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start), 1)

    def ticks(self) -> tuple[float, ...]:
        """Round values from low to high."""
        step = round_step((self.high - self.low) / TICKS)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return tuple(round(place * step, 10) for place in range(first, last + 1))


def axis(values: Sequence[float], *, start: float, end: float, from_zero: bool) -> Axis:
    """An axis that holds all values; a single value gets room around it."""
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    if from_zero:
        low = min(0.0, low)
    if low == high:
        high = low + 1.0
    return Axis(low=low, high=high, start=start, end=end)


def round_step(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50, … (and their fractions) that is not smaller."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
