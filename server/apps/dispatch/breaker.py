"""A circuit breaker: after failures in a row no call is made until one probe succeeds."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from server.ports.clock import Clock

State = Literal["closed", "open", "half_open"]


@dataclass(frozen=True, kw_only=True, slots=True)
class BreakerSnapshot:
    """What the status page shows."""

    state: State
    failures: int  # in a row
    opened_at: str | None  # ISO 8601, UTC; None while closed


class Breaker:
    """closed -> open after `failures` in a row -> half-open after `seconds`, for one probe.

    A success closes it from every state: a late reply proves the server alive as well as a
    probe does. A failed probe opens it for another `seconds`. Not thread-safe: one event loop.
    """

    def __init__(self, *, failures: int, seconds: float, clock: Clock) -> None:
        self._limit = failures
        self._seconds = seconds
        self._clock = clock
        self._failures = 0
        self._opened: tuple[float, datetime] | None = None  # monotonic seconds, wall time
        self._probe: int | None = None  # the ticket of the probe under way
        self._tickets = 0

    def snapshot(self) -> BreakerSnapshot:
        """The state as it is now."""
        opened_at = self._opened[1].isoformat() if self._opened else None
        return BreakerSnapshot(state=self._state(), failures=self._failures, opened_at=opened_at)

    def refuses(self) -> bool:
        """A call that came now would not be admitted. Changes nothing."""
        if self._opened is None:
            return False
        return self._probe is not None or self._clock.monotonic() - self._opened[0] < self._seconds

    def admit(self) -> int | None:
        """A ticket for one call, or None. Once it is time, the first ticket is the probe's."""
        if self.refuses():
            return None
        self._tickets += 1
        if self._opened is not None:
            self._probe = self._tickets
        return self._tickets

    def succeeded(self) -> None:
        """The server answered."""
        self._failures = 0
        self._opened = None
        self._probe = None

    def failed(self) -> None:
        """The server did not answer, or not in time."""
        self._failures += 1
        if self._probe is not None or (self._opened is None and self._failures >= self._limit):
            self._opened = (self._clock.monotonic(), self._clock.now())
            self._probe = None

    def abandoned(self, ticket: int) -> None:
        """A call ended without telling anything (it was cancelled): another one may probe."""
        if self._probe == ticket:
            self._probe = None

    def _state(self) -> State:
        if self._opened is None:
            return "closed"
        return "half_open" if self._probe is not None else "open"
