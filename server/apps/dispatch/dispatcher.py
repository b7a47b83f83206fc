"""Who may call the model now, who waits, and who is refused at once."""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from server.apps.dispatch.breaker import Breaker, BreakerSnapshot
from server.apps.dispatch.faults import ANSWERED, reason_of
from server.domain.errors import ModelBusy, ModelError, ModelTimeout, ModelUnavailable
from server.ports.clock import Clock

T = TypeVar("T")


class Lane(Enum):
    """Whose turn comes first. A warm-up call gets a place only while nobody live waits."""

    LIVE = "live"
    WARM = "warm"


@dataclass(frozen=True, kw_only=True, slots=True)
class DispatcherSnapshot:
    """What the status page shows."""

    in_flight: int
    waiting: int  # live calls in the queue
    breaker: BreakerSnapshot
    counts: Mapping[str, int]  # calls by how they ended: ok, or a fallback reason


class Dispatcher:
    """At most `concurrency` calls at a time and `queue` live ones waiting. Never retries."""

    def __init__(self, *, concurrency: int, queue: int, breaker: Breaker, clock: Clock) -> None:
        self._concurrency = concurrency
        self._queue = queue
        self._breaker = breaker
        self._clock = clock
        self._in_flight = 0
        self._lines: dict[Lane, deque[asyncio.Future[None]]] = {lane: deque() for lane in Lane}
        self._counts: Counter[str] = Counter()

    async def run(
        self,
        make_call: Callable[[float], Awaitable[T]],
        deadline_seconds: float,
        *,
        late_seconds: float = 0.0,
        lane: Lane = Lane.LIVE,
    ) -> T:
        """Make one call within the deadline; `make_call` gets the seconds that are left for it.

        `late_seconds`: a call that has begun may take this much longer, because its result is
        of use after the deadline too. Raises ModelBusy (queue full, or no place in time),
        ModelUnavailable (breaker open), ModelTimeout, and whatever ModelError the call raises.
        """
        try:
            result = await self._run(make_call, deadline_seconds, late_seconds, lane)
        except ModelError as error:
            self._counts[reason_of(error).value] += 1
            raise
        self._counts["ok"] += 1
        return result

    def gave_up(self) -> None:
        """Somebody stopped waiting for a call that goes on: for the breaker that is a failure.

        Without this a server that hangs would cost every request its whole deadline until
        the late calls end; with it the breaker opens, and a late reply closes it again.
        """
        self._breaker.failed()

    def raise_if_open(self) -> None:
        """Raises ModelUnavailable while the breaker lets no call through."""
        if self._breaker.refuses():
            raise _breaker_open()

    def snapshot(self) -> DispatcherSnapshot:
        """The state as it is now."""
        return DispatcherSnapshot(
            in_flight=self._in_flight,
            waiting=len(self._lines[Lane.LIVE]),
            breaker=self._breaker.snapshot(),
            counts=dict(self._counts),
        )

    async def _run(
        self, make_call: Callable[[float], Awaitable[T]], deadline: float, late: float, lane: Lane
    ) -> T:
        self.raise_if_open()
        asked = self._clock.monotonic()
        await self._take_place(deadline, lane)
        try:
            ticket = self._breaker.admit()
            if ticket is None:
                raise _breaker_open()
            left = deadline - (self._clock.monotonic() - asked) + late
            return await self._call(make_call, left, ticket)
        finally:
            self._pass_place_on()

    async def _call(self, make_call: Callable[[float], Awaitable[T]], seconds: float, ticket: int) -> T:
        try:
            async with asyncio.timeout(seconds):
                result = await make_call(seconds)
            self._breaker.succeeded()
        except TimeoutError as error:
            self._breaker.failed()
            raise ModelTimeout(f"no reply within {seconds:.1f} s") from error
        except ANSWERED:
            self._breaker.succeeded()
            raise
        except ModelError:
            self._breaker.failed()
            raise
        finally:
            self._breaker.abandoned(ticket)  # does nothing once the probe was decided above
        return result

    async def _take_place(self, seconds: float, lane: Lane) -> None:
        line = self._lines[lane]
        if self._in_flight < self._concurrency:  # then nobody waits: a free place is passed on at once
            self._in_flight += 1
            return
        if lane is Lane.LIVE and len(line) >= self._queue:
            raise ModelBusy(f"{self._queue} requests wait for the model already")
        place = asyncio.get_running_loop().create_future()
        line.append(place)
        try:
            async with asyncio.timeout(seconds):
                await place
        except (TimeoutError, asyncio.CancelledError) as error:
            if place.done() and not place.cancelled():
                self._pass_place_on()  # it was given at the very moment of leaving
            else:
                with contextlib.suppress(ValueError):  # a call that ended has passed it over already
                    line.remove(place)
            if isinstance(error, TimeoutError):
                raise ModelBusy(f"no place at the model within {seconds:.1f} s") from error
            raise

    def _pass_place_on(self) -> None:
        for lane in (Lane.LIVE, Lane.WARM):
            while self._lines[lane]:
                place = self._lines[lane].popleft()
                if not place.done():
                    place.set_result(None)
                    return
        self._in_flight -= 1


def _breaker_open() -> ModelUnavailable:
    return ModelUnavailable(
        "the model failed repeatedly and is not asked for a while",
        remedy="run `clausecard doctor`; calls resume by themselves after one that succeeds",
    )
