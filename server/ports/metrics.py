"""Counts and times for whoever watches the service."""

from typing import Protocol


class Metrics(Protocol):
    """Cheap, never waits, never fails."""

    def count(self, kind: str, reason: str) -> None:
        """One named reason of a kind: a fallback, a refusal, a cache hit."""
        ...

    def observe(self, step: str, milliseconds: float) -> None:
        """How long a step took."""
        ...
