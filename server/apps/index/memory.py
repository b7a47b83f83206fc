"""Remembers a slow answer for a while, and renews it without letting many callers wait."""

from collections.abc import Callable
from threading import Lock, Thread

from server.domain.errors import ClausecardError
from server.ports.clock import Clock

MEMORY_SECONDS = 1.0  # an answer is remembered at least so long,
WORK_SHARE = 0.05  # and so long that finding it takes no more than this share of the time
PATIENCE_SECONDS = 0.05  # an answer that took longer than this is renewed behind the callers' backs


class RememberedAnswer:
    """Any number of threads. `find` may raise ClausecardError; `get` then does so where the caller waits."""

    def __init__(self, find: Callable[[], bool], *, clock: Clock) -> None:
        self._find = find
        self._clock = clock
        self._lock = Lock()
        self._answer: bool | None = None
        self._until = 0.0
        self._took = 0.0

    def get(self) -> bool:
        """The answer, about a second old at most if it is quick to find."""
        if self._is_due() and self._answer is not None and self._took > PATIENCE_SECONDS:
            Thread(target=self._renew_behind, daemon=True).start()
        elif self._is_due():
            with self._lock:
                if self._is_due():
                    self._renew()
        return bool(self._answer)

    def forget(self) -> None:
        """The next call finds anew."""
        self._until, self._took = 0.0, 0.0

    def _is_due(self) -> bool:
        return self._answer is None or self._clock.monotonic() >= self._until

    def _renew_behind(self) -> None:
        if not self._lock.acquire(blocking=False):
            return  # somebody is at it
        try:
            self._renew()
        except ClausecardError:
            self._answer = True  # what cannot be looked at cannot be called fresh
        finally:
            self._lock.release()

    def _renew(self) -> None:
        started = self._clock.monotonic()
        self._answer = self._find()
        ended = self._clock.monotonic()
        self._took = ended - started
        self._until = ended + max(MEMORY_SECONDS, self._took / WORK_SHARE)
