"""A pick cache in memory."""

from server.domain.pick import Picks


class FakePickCache:
    """Implements server.ports.pick_cache.PickCache; forgets the oldest beyond `max_entries`.

    While `broken` it behaves as a store with a fault: misses, and `faults` grows.
    """

    def __init__(self, *, max_entries: int = 1000) -> None:
        self.faults = 0
        self.broken = False
        self._max_entries = max_entries
        self._picks: dict[str, Picks] = {}

    def get(self, key: str) -> Picks | None:
        if self.broken:
            self.faults += 1
            return None
        return self._picks.get(key)

    def put(self, key: str, picks: Picks) -> None:
        if self.broken:
            self.faults += 1
            return
        self._picks.pop(key, None)
        self._picks[key] = picks
        if len(self._picks) > self._max_entries:
            del self._picks[next(iter(self._picks))]
