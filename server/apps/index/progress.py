"""Progress of a build: often enough to watch, seldom enough not to cost."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from server.domain.edition import BuildProgress
from server.ports.clock import Clock

OnProgress = Callable[[BuildProgress], None]
Thing = TypeVar("Thing")
EVERY_SECONDS = 0.25


class ProgressMeter:
    """Tells every listener how far each phase is and how long the rest will take."""

    def __init__(self, listeners: Sequence[OnProgress], *, clock: Clock) -> None:
        self._listeners = listeners
        self._clock = clock
        self._told = 0.0

    def phase(self, name: str, total: int) -> "Phase":
        """Begin a phase."""
        return Phase(self, name, total, started=self._clock.monotonic())

    def advance(self, phase: "Phase") -> None:
        """Tell, unless it was told just now; begin and end of a phase are always told."""
        now = self._clock.monotonic()
        if 0 < phase.done < phase.total and now - self._told < EVERY_SECONDS:
            return
        self._told = now
        elapsed = now - phase.started
        remaining = elapsed / phase.done * (phase.total - phase.done) if phase.done else None
        progress = BuildProgress(
            phase=phase.name, done=phase.done, total=phase.total, remaining_seconds=remaining
        )
        for listener in self._listeners:
            listener(progress)


class Phase:
    """One phase: reading, publishing, embedding."""

    def __init__(self, meter: ProgressMeter, name: str, total: int, *, started: float) -> None:
        self.name = name
        self.total = total
        self.done = 0
        self.started = started
        self._meter = meter
        meter.advance(self)

    def step(self, count: int = 1) -> None:
        """So many more are done."""
        self.done += count
        self._meter.advance(self)


def batches(things: Iterator[Thing], size: int) -> Iterator[list[Thing]]:
    """Lists of at most `size`, in order."""
    batch: list[Thing] = []
    for thing in things:
        batch.append(thing)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
