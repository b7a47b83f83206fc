"""One call a clause however many ask, in time whatever it does, and nothing left behind."""

import asyncio
from dataclasses import replace
from time import perf_counter

import pytest

from server.apps.cards.picking import pick_key
from server.apps.dispatch import Lane
from server.domain import errors
from server.domain.reasons import FallbackReason
from tests.fakes.cards import QUERY, CardsApp, make_clause, make_hit
from tests.fakes.clock import FakeClock
from tests.fakes.item_picker import MODEL, FakeItemPicker


async def others():
    """Tasks besides the test's own, after those that are ending have ended."""
    await asyncio.sleep(0.02)
    return asyncio.all_tasks() - {asyncio.current_task()}


def test_the_second_request_is_answered_from_the_cache():
    async def story():
        app = CardsApp()
        recommender = app.recommender()
        answers = [await recommender.cards(QUERY, request_id=name) for name in ("one", "two")]
        return app, answers

    app, answers = asyncio.run(story())
    assert [answer.cards[0].kind for answer in answers] == ["items", "items"]
    assert len(app.picker.requests) == 1
    assert ("pick_cache", "hit") in app.metrics.counts


@pytest.mark.parametrize("part", list(MODEL.__dataclass_fields__))
def test_any_part_of_the_identity_makes_another_key(part):
    other = replace(MODEL, **{part: "rules" if part == "origin" else "another"})
    assert pick_key("sha256:1", other) != pick_key("sha256:1", MODEL) == pick_key("sha256:1", MODEL)


def test_another_content_makes_another_key_and_parts_do_not_run_together():
    assert pick_key("sha256:1", MODEL) != pick_key("sha256:2", MODEL)
    one = replace(MODEL, model_id="a", model_digest="bc")
    two = replace(MODEL, model_id="ab", model_digest="c")
    assert pick_key("sha256:1", one) != pick_key("sha256:1", two)


def test_a_new_model_is_asked_again():
    async def story():
        app = CardsApp()
        recommender = app.recommender()
        await recommender.cards(QUERY, request_id="one")
        app.picker.current_identity = replace(MODEL, model_digest="sha256:new")
        await recommender.cards(QUERY, request_id="two")
        return len(app.picker.requests)

    assert asyncio.run(story()) == 2


def test_picks_are_kept_under_the_digest_that_the_first_reply_told():
    async def story():
        app = CardsApp()
        app.picker.current_identity = replace(MODEL, model_digest="")
        picking = app.picking()
        asked = asyncio.create_task(picking.pick(make_clause(), deadline_seconds=1.0))
        app.picker._script[0] = 0.01
        await asyncio.sleep(0)
        app.picker.current_identity = MODEL
        await asked
        return picking.cached(make_clause())

    assert asyncio.run(story()) is not None


def test_failures_are_not_cached():
    async def story():
        app = CardsApp(picker=FakeItemPicker(errors.ModelInvalidReply("prose"), ("신분증",)))
        recommender = app.recommender()
        return [(await recommender.cards(QUERY, request_id=name)).cards[0].kind for name in ("one", "two")]

    assert asyncio.run(story()) == ["snippet", "items"]


def test_thirty_utterances_on_one_clause_share_one_call():
    async def story():
        app = CardsApp(picker=FakeItemPicker(0.05))
        recommender = app.recommender()
        answers = await asyncio.gather(*(recommender.cards(QUERY, request_id=f"r{n}") for n in range(30)))
        assert await others() == set()
        return app, answers

    app, answers = asyncio.run(story())
    assert {answer.cards[0].kind for answer in answers} == {"items"}
    assert len(app.picker.requests) == 1


def test_thirty_utterances_with_a_slow_model_all_get_a_card_in_time_and_start_no_storm():
    async def story():
        app = CardsApp(picker=FakeItemPicker(0.6), queue=4)
        clauses = iter([make_hit(make_clause(f"제{number}조")) for number in range(1, 31)])
        dispatcher = app.dispatcher()
        recommender = app.recommender(dispatcher)

        async def one(number):
            app.hits = (next(clauses),)
            began = perf_counter()
            answer = await recommender.cards(QUERY, request_id=f"r{number}", deadline_ms=300)
            return answer, perf_counter() - began

        results = await asyncio.gather(*(one(number) for number in range(30)))
        calls = len(app.picker.requests)
        await recommender.close()
        assert await others() == set()
        return app, results, calls

    app, results, calls = asyncio.run(story())
    assert all(answer.cards for answer, _ in results)
    assert max(seconds for _, seconds in results) < 0.4
    reasons = {answer.cards[0].fallback_reason for answer, _ in results}
    assert reasons <= {FallbackReason.TIMEOUT, FallbackReason.BUSY, FallbackReason.UNAVAILABLE}
    assert calls <= 1 + 4
    assert app.picker.most_at_a_time == 1


def test_a_late_pick_fills_the_cache():
    async def story():
        app = CardsApp(picker=FakeItemPicker(0.15))
        recommender = app.recommender()
        late = await recommender.cards(QUERY, request_id="one", deadline_ms=80)
        await asyncio.sleep(0.2)
        again = await recommender.cards(QUERY, request_id="two", deadline_ms=80)
        assert await others() == set()
        return late.cards[0], again.cards[0], len(app.picker.requests)

    late, again, calls = asyncio.run(story())
    assert late.fallback_reason is FallbackReason.TIMEOUT
    assert (again.kind, calls) == ("items", 1)


def test_a_late_call_ends_after_its_allowance():
    async def story():
        app = CardsApp(picker=FakeItemPicker(60.0), late_seconds=0.1)
        recommender = app.recommender()
        await recommender.cards(QUERY, request_id="one", deadline_ms=80)
        await asyncio.sleep(0.25)
        assert await others() == set()
        return app.picker.cancelled

    assert asyncio.run(story()) == 1


@pytest.mark.parametrize("way", ["cards", "stream"])
def test_a_client_who_hangs_up_ends_the_call_within_two_hundred_milliseconds(way):
    async def story():
        app = CardsApp(picker=FakeItemPicker(30.0))
        recommender = app.recommender()

        async def read():
            if way == "cards":
                await recommender.cards(QUERY, request_id="one", deadline_ms=20_000)
            else:
                async for _ in recommender.stream(QUERY, request_id="one", deadline_ms=20_000):
                    pass

        client = asyncio.create_task(read())
        await app.picker.begun.wait()
        client.cancel()
        await asyncio.wait_for(app.picker.ended.wait(), 0.2)
        assert await others() == set()
        return app.picker.cancelled

    assert asyncio.run(story()) == 1


def test_one_who_hangs_up_does_not_take_the_call_from_another():
    async def story():
        app = CardsApp(picker=FakeItemPicker(0.1))
        recommender = app.recommender()
        leaver = asyncio.create_task(recommender.cards(QUERY, request_id="one"))
        stayer = asyncio.create_task(recommender.cards(QUERY, request_id="two"))
        await app.picker.begun.wait()
        await asyncio.sleep(0.02)
        leaver.cancel()
        answer = await stayer
        return answer.cards[0].kind, len(app.picker.requests), app.picker.cancelled

    assert asyncio.run(story()) == ("items", 1, 0)


def test_one_who_hangs_up_after_another_waited_in_vain_leaves_the_late_pick_alone():
    async def story():
        app = CardsApp(picker=FakeItemPicker(0.3))
        picking = app.picking()
        with pytest.raises(errors.ModelTimeout):
            await picking.pick(make_clause(), deadline_seconds=0.05)
        leaver = asyncio.create_task(picking.pick(make_clause(), deadline_seconds=5.0))
        await asyncio.sleep(0.01)
        leaver.cancel()
        await asyncio.sleep(0.35)
        return picking.cached(make_clause()), len(app.picker.requests)

    picks, calls = asyncio.run(story())
    assert picks is not None
    assert calls == 1


def test_the_breaker_opens_within_ten_failures_and_heals_on_one_probe():
    async def story():
        app = CardsApp(
            picker=FakeItemPicker(*[errors.ModelUnavailable("reset")] * 5, ("신분증",)), clock=FakeClock()
        )
        dispatcher = app.dispatcher()
        recommender = app.recommender(dispatcher)
        for number in range(10):
            answer = await recommender.cards(QUERY, request_id=f"r{number}")
            assert answer.cards[0].fallback_reason is FallbackReason.UNAVAILABLE
        assert dispatcher.snapshot().breaker.state == "open"
        assert len(app.picker.requests) == 5
        app.clock.advance(30.0)
        healed = await recommender.cards(QUERY, request_id="probe")
        assert dispatcher.snapshot().breaker.state == "closed"
        return healed.cards[0].kind

    assert asyncio.run(story()) == "items"


def test_a_server_that_hangs_opens_the_breaker_too():
    async def story():
        app = CardsApp(picker=FakeItemPicker(60.0))
        dispatcher = app.dispatcher()
        recommender = app.recommender(dispatcher)
        reasons = [
            (await recommender.cards(QUERY, request_id=f"r{n}", deadline_ms=70)).cards[0].fallback_reason
            for n in range(7)
        ]
        await recommender.close()
        assert await others() == set()
        return reasons

    assert asyncio.run(story()) == [FallbackReason.TIMEOUT] * 5 + [FallbackReason.UNAVAILABLE] * 2


def test_a_broken_cache_costs_a_call_and_nothing_else():
    async def story():
        app = CardsApp()
        app.cache.broken = True
        recommender = app.recommender()
        kinds = [(await recommender.cards(QUERY, request_id=name)).cards[0].kind for name in "ab"]
        return kinds, len(app.picker.requests)

    assert asyncio.run(story()) == (["items", "items"], 2)


def test_closing_ends_what_is_under_way_and_tells_those_who_wait():
    async def story():
        app = CardsApp(picker=FakeItemPicker(30.0))
        recommender = app.recommender()
        waiting = asyncio.create_task(recommender.cards(QUERY, request_id="one", deadline_ms=20_000))
        await app.picker.begun.wait()
        await recommender.close()
        answer = await waiting
        assert await others() == set()
        return answer.cards[0].fallback_reason

    assert asyncio.run(story()) is FallbackReason.UNAVAILABLE


def test_a_live_request_goes_before_the_warm_up():
    async def story():
        app = CardsApp(picker=FakeItemPicker(0.05))
        picking = app.picking()
        warm = [
            asyncio.create_task(picking.pick(make_clause(f"제{n}조"), deadline_seconds=5.0, lane=Lane.WARM))
            for n in range(3)
        ]
        await asyncio.sleep(0.01)
        await picking.pick(make_clause("제99조"), deadline_seconds=5.0)
        order = [request.clause.number for request in app.picker.requests]
        await asyncio.gather(*warm)
        return order[:2]

    assert asyncio.run(story()) == ["제0조", "제99조"]
