"""Who gets a place at the model, who waits, and who is refused."""

import asyncio

import pytest

from server.apps.dispatch import Breaker, Dispatcher, Lane, reason_of
from server.domain import errors
from server.ports.clock import SystemClock
from tests.fakes.clock import FakeClock


def dispatcher(*, concurrency=1, queue=2, failures=3, clock=None):
    clock = clock or SystemClock()
    breaker = Breaker(failures=failures, seconds=30.0, clock=clock)
    return Dispatcher(concurrency=concurrency, queue=queue, breaker=breaker, clock=clock)


class Calls:
    """Calls that end when the test says so."""

    def __init__(self):
        self.begun = []
        self.doors = {}

    def make(self, name):
        async def call(_seconds):
            self.begun.append(name)
            self.doors[name] = asyncio.Event()
            await self.doors[name].wait()
            return name

        return call


async def settle():
    for _ in range(5):
        await asyncio.sleep(0)


async def fails(error):
    raise error


def test_never_more_calls_at_a_time_than_allowed():
    async def story():
        desk, most, now = dispatcher(concurrency=2, queue=20), 0, 0

        async def call(_seconds):
            nonlocal most, now
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.001)
            now -= 1

        await asyncio.gather(*(desk.run(call, 5.0) for _ in range(20)))
        return most, desk.snapshot()

    most, snapshot = asyncio.run(story())
    assert most == 2
    assert (snapshot.in_flight, snapshot.waiting, snapshot.counts) == (0, 0, {"ok": 20})


def test_a_full_queue_refuses_at_once():
    async def story():
        desk, calls = dispatcher(queue=1), Calls()
        first = asyncio.ensure_future(desk.run(calls.make("first"), 5.0))
        second = asyncio.ensure_future(desk.run(calls.make("second"), 5.0))
        await settle()
        with pytest.raises(errors.ModelBusy):
            await asyncio.wait_for(desk.run(calls.make("third"), 5.0), 0.1)
        calls.doors["first"].set()
        await settle()
        calls.doors["second"].set()
        assert await asyncio.gather(first, second) == ["first", "second"]
        assert desk.snapshot().counts == {"ok": 2, "busy": 1}

    asyncio.run(story())


def test_no_place_within_the_deadline_is_busy_and_leaves_no_trace():
    async def story():
        desk, calls = dispatcher(), Calls()
        first = asyncio.ensure_future(desk.run(calls.make("first"), 5.0))
        await settle()
        with pytest.raises(errors.ModelBusy):
            await desk.run(calls.make("late"), 0.02)
        assert desk.snapshot().waiting == 0
        assert desk.snapshot().breaker.failures == 0  # our own queue says nothing about the server
        calls.doors["first"].set()
        await first
        assert calls.begun == ["first"]

    asyncio.run(story())


def test_a_warm_up_call_waits_until_nobody_live_does():
    async def story():
        desk, calls = dispatcher(), Calls()
        tasks = [asyncio.ensure_future(desk.run(calls.make("warm 1"), 5.0, lane=Lane.WARM))]
        await settle()
        tasks.append(asyncio.ensure_future(desk.run(calls.make("warm 2"), 5.0, lane=Lane.WARM)))
        await settle()
        tasks += [asyncio.ensure_future(desk.run(calls.make(name), 5.0)) for name in ("live 1", "live 2")]
        await settle()
        for name in ("warm 1", "live 1", "live 2", "warm 2"):
            assert calls.begun[-1] == name
            calls.doors[name].set()
            await settle()
        await asyncio.gather(*tasks)

    asyncio.run(story())


@pytest.mark.parametrize("end", ["cancelled while waiting", "cancelled in the call"])
def test_a_caller_who_leaves_frees_the_place(end):
    async def story():
        desk, calls = dispatcher(), Calls()
        first = asyncio.ensure_future(desk.run(calls.make("first"), 5.0))
        second = asyncio.ensure_future(desk.run(calls.make("second"), 5.0))
        third = asyncio.ensure_future(desk.run(calls.make("third"), 5.0))
        await settle()
        leaver = second if end == "cancelled while waiting" else first
        leaver.cancel()
        await settle()
        for name in ("first", "second", "third"):
            if name in calls.doors:
                calls.doors[name].set()
            await settle()
        results = await asyncio.gather(first, second, third, return_exceptions=True)
        assert sum(isinstance(result, asyncio.CancelledError) for result in results) == 1
        assert desk.snapshot().in_flight == desk.snapshot().waiting == 0

    asyncio.run(story())


def test_a_place_given_at_the_moment_of_leaving_is_passed_on():
    async def story():
        desk, calls = dispatcher(), Calls()
        first = asyncio.ensure_future(desk.run(calls.make("first"), 5.0))
        second = asyncio.ensure_future(desk.run(calls.make("second"), 5.0))
        third = asyncio.ensure_future(desk.run(calls.make("third"), 5.0))
        await settle()
        calls.doors["first"].set()
        await first  # the place is promised to the second, who has not run yet
        second.cancel()
        await settle()
        calls.doors["third"].set()
        assert await third == "third"
        assert desk.snapshot().in_flight == 0

    asyncio.run(story())


def test_the_call_gets_the_seconds_that_are_left_and_its_late_allowance():
    async def story():
        async def call(seconds):
            return seconds

        return await dispatcher(clock=FakeClock()).run(call, 0.7, late_seconds=20.0)

    assert asyncio.run(story()) == pytest.approx(20.7)


def test_a_call_that_takes_too_long_is_a_timeout():
    async def story():
        desk = dispatcher()
        with pytest.raises(errors.ModelTimeout):
            await desk.run(lambda _seconds: asyncio.sleep(5), 0.01)
        return desk.snapshot()

    assert asyncio.run(story()).breaker.failures == 1


@pytest.mark.parametrize(
    ("error", "counts"),
    [
        (errors.ModelTimeout("x"), True),
        (errors.ModelUnavailable("x"), True),
        (errors.ModelMissing("x"), True),
        (errors.ModelBusy("the server said 503"), True),
        (errors.ModelInvalidReply("x"), False),
        (errors.ModelTooLong("x"), False),
    ],
)
def test_failures_of_the_server_count_and_failures_of_one_reply_do_not(error, counts):
    async def story():
        desk = dispatcher(failures=3)
        for _ in range(3):
            with pytest.raises(type(error)):
                await desk.run(lambda _seconds: fails(error), 1.0)
        return desk.snapshot().breaker.state

    assert asyncio.run(story()) == ("open" if counts else "closed")


def test_an_open_breaker_refuses_at_once_and_one_probe_heals_it():
    async def story():
        clock, made = FakeClock(), []
        desk = dispatcher(failures=3, clock=clock)

        async def works(_seconds):
            made.append(1)
            return "ok"

        for _ in range(3):
            with pytest.raises(errors.ModelUnavailable):
                await desk.run(lambda _seconds: fails(errors.ModelUnavailable("reset")), 1.0)
        with pytest.raises(errors.ModelUnavailable):
            await desk.run(works, 1.0)
        assert made == []
        clock.advance(30.0)
        assert await desk.run(works, 1.0) == "ok"
        assert desk.snapshot().breaker.state == "closed"

    asyncio.run(story())


def test_those_who_waited_when_it_opened_are_refused_without_a_call():
    async def story():
        desk, calls = dispatcher(failures=1), Calls()

        async def breaks(_seconds):
            await asyncio.sleep(0.01)
            raise errors.ModelUnavailable("reset")

        first = asyncio.ensure_future(desk.run(breaks, 1.0))
        second = asyncio.ensure_future(desk.run(calls.make("second"), 1.0))
        results = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(result) for result in results] == [errors.ModelUnavailable] * 2
        assert calls.begun == []

    asyncio.run(story())


def test_those_who_give_up_open_the_breaker_and_a_late_reply_closes_it():
    async def story():
        desk, calls = dispatcher(failures=2), Calls()
        slow = asyncio.ensure_future(desk.run(calls.make("slow"), 0.01, late_seconds=5.0))
        await settle()
        desk.gave_up()
        desk.gave_up()
        assert desk.snapshot().breaker.state == "open"
        calls.doors["slow"].set()
        assert await slow == "slow"
        assert desk.snapshot().breaker.state == "closed"

    asyncio.run(story())


def test_a_probe_that_is_cancelled_leaves_the_way_free_for_another():
    async def story():
        clock, calls = FakeClock(), Calls()
        desk = dispatcher(failures=1, clock=clock)
        with pytest.raises(errors.ModelUnavailable):
            await desk.run(lambda _seconds: fails(errors.ModelUnavailable("reset")), 1.0)
        clock.advance(30.0)
        probe = asyncio.ensure_future(desk.run(calls.make("probe"), 5.0))
        await settle()
        assert desk.snapshot().breaker.state == "half_open"
        probe.cancel()
        await settle()
        again = asyncio.ensure_future(desk.run(calls.make("again"), 5.0))
        await settle()
        calls.doors["again"].set()
        assert await again == "again"

    asyncio.run(story())


def test_every_model_error_has_a_reason():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    named = {
        kind: reason_of(kind("x"))
        for kind in kinds
        if issubclass(kind, errors.ModelError) and kind is not errors.ModelError
    }
    assert len(set(named.values())) == len(named) == 6
    assert reason_of(errors.ModelError("x")).value == "unavailable"
