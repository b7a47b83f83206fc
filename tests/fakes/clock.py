"""A clock that a test moves by hand."""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """Implements server.ports.clock.Clock; stands still until `advance`."""

    def __init__(self, start: datetime = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)) -> None:
        self._start = start
        self._elapsed = 0.0

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        return self._elapsed

    def advance(self, seconds: float) -> None:
        self._elapsed += seconds
