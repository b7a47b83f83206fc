"""Picks that were made before; they follow from the clause, not from the query."""

from typing import Protocol

from server.domain.pick import Picks


class PickCache(Protocol):
    """Survives a restart. A store fault is a miss and is counted; it never raises."""

    def get(self, key: str) -> Picks | None:
        """The picks under this key, or None."""
        ...

    def put(self, key: str, picks: Picks) -> None:
        """Keep picks under this key; the last writer wins."""
        ...
