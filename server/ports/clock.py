"""Time, so that tests can hold it."""

from datetime import UTC, datetime
from time import monotonic
from typing import Protocol


class Clock(Protocol):
    """Never fails."""

    def now(self) -> datetime:
        """Wall time, UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds that only grow."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Wall time, UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that only grow."""
        return monotonic()
