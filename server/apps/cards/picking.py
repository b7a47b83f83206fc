"""Picks for a clause: from the cache, from a call that is under way, or from a new one."""

import asyncio
import json
from dataclasses import asdict
from hashlib import sha256

import structlog

from server.apps.dispatch import Dispatcher, Lane
from server.domain.clause import Clause
from server.domain.errors import ModelBusy, ModelError, ModelTimeout, ModelUnavailable
from server.domain.pick import PickerIdentity, PickRequest, Picks
from server.ports.item_picker import ItemPicker
from server.ports.metrics import Metrics
from server.ports.pick_cache import PickCache

LATE_SECONDS = 60.0  # a model that is being loaded from disk answers its first call this late

_log = structlog.get_logger("clausecard.picks")


def pick_key(content_hash: str, identity: PickerIdentity) -> str:
    """The cache key: all that picks depend on. Another value in any part is another key."""
    parts = [content_hash, *asdict(identity).values()]
    return sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


class Picking:
    """Cache, single flight and dispatcher in front of one picker.

    Everybody who wants the same clause's picks waits for the same call. Who waits until the
    deadline leaves the call going, and its picks fill the cache; when all hang up before the
    deadline the call is cancelled, and the upstream connection with it.
    """

    def __init__(
        self,
        *,
        picker: ItemPicker,
        cache: PickCache,
        dispatcher: Dispatcher,
        metrics: Metrics,
        late_seconds: float = LATE_SECONDS,
    ) -> None:
        self._picker = picker
        self._cache = cache
        self._dispatcher = dispatcher
        self._metrics = metrics
        self._late_seconds = late_seconds
        self._flights: dict[str, _Flight] = {}

    def identity(self) -> PickerIdentity:
        """Who picks; stands in the record beside what was picked."""
        return self._picker.identity()

    def cached(self, clause: Clause) -> Picks | None:
        """Picks made before, or None. Never waits."""
        return self._cache.get(pick_key(clause.content_hash, self._picker.identity()))

    async def pick(self, clause: Clause, *, deadline_seconds: float, lane: Lane = Lane.LIVE) -> Picks:
        """Picks within the deadline; raises a ModelError for each way of having none."""
        key = pick_key(clause.content_hash, self._picker.identity())
        cached = self._cache.get(key)
        self._metrics.count("pick_cache", "miss" if cached is None else "hit")
        if cached is not None:
            return cached
        if deadline_seconds <= 0:
            raise ModelTimeout("the deadline passed before the model was asked")
        flight = self._flights.get(key)
        if flight is not None:
            self._dispatcher.raise_if_open()  # the call may be the very one that hangs
        else:
            flight = self._flights[key] = _Flight()
            flight.task = asyncio.create_task(self._fly(flight, key, clause, deadline_seconds, lane))
            flight.task.add_done_callback(_take_notice)
        return await self._wait(flight, key, deadline_seconds)

    async def close(self) -> None:
        """Cancel every call that is under way and wait until all have ended."""
        tasks = [flight.task for flight in self._flights.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait(self, flight: "_Flight", key: str, seconds: float) -> Picks:
        flight.waiting += 1
        try:
            done, _ = await asyncio.wait({flight.task}, timeout=seconds)
        except asyncio.CancelledError:
            if flight.waiting == 1 and not flight.goes_on:
                self._flights.pop(key, None)
                flight.task.cancel()
            raise
        finally:
            flight.waiting -= 1
        if flight.task.cancelled():
            raise ModelUnavailable("the server is shutting down")
        if done:
            return flight.task.result()
        flight.goes_on = True
        if not flight.begun:
            raise ModelBusy("no place at the model within the deadline")
        self._dispatcher.gave_up()
        raise ModelTimeout("the deadline passed while the model was picking")

    async def _fly(self, flight: "_Flight", key: str, clause: Clause, seconds: float, lane: Lane) -> Picks:
        async def call(left: float) -> Picks:
            flight.begun = True
            return await self._picker.pick(PickRequest(clause=clause, deadline_seconds=left))

        identity = self._picker.identity()
        try:
            picks = await self._dispatcher.run(call, seconds, late_seconds=self._late_seconds, lane=lane)
        except ModelError:
            raise
        except Exception as error:  # the edge of a background job: a fault in a picker costs no card
            _log.exception("picker_failed", clause_id=clause.clause_id)
            raise ModelUnavailable("the picker failed") from error
        finally:
            if self._flights.get(key) is flight:
                del self._flights[key]
        if not identity.model_digest:  # the first reply may have told it
            identity = self._picker.identity()
        self._cache.put(pick_key(clause.content_hash, identity), picks)
        return picks


def _take_notice(task: asyncio.Task[Picks]) -> None:
    """A call that failed after all had stopped waiting is counted by the dispatcher; that is enough."""
    if not task.cancelled():
        task.exception()


class _Flight:
    """One call under way and those who wait for it."""

    task: asyncio.Task[Picks]

    def __init__(self) -> None:
        self.waiting = 0
        self.begun = False  # it has left the queue
        self.goes_on = False  # somebody waited to the deadline: its picks are wanted even when all have left
