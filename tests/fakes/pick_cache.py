"""A pick cache in memory."""

from server.domain.pick import Picks
from server.ports.metrics import Metrics


class FakePickCache:
    """Implements server.ports.pick_cache.PickCache; forgets the oldest beyond `max_entries`.

    While `broken` it behaves as a store with a fault: misses, and each is counted.
    """

    def __init__(self, *, metrics: Metrics | None = None, max_entries: int = 1000) -> None:
        self.broken = False
        self._metrics = metrics
        self._max_entries = max_entries
        self._picks: dict[str, Picks] = {}

    def get(self, key: str) -> Picks | None:
        return None if self._fails() else self._picks.get(key)

    def put(self, key: str, picks: Picks) -> None:
        if self._fails():
            return
        self._picks.pop(key, None)
        self._picks[key] = picks
        if len(self._picks) > self._max_entries:
            del self._picks[next(iter(self._picks))]

    def _fails(self) -> bool:
        if self.broken and self._metrics:
            self._metrics.count("pick_cache", "fault")
        return self.broken
