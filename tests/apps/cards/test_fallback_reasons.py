"""Every way of not getting items has one name, and always leaves the snippet card."""

import asyncio

import pytest

from server.apps.cards.switch import Switch
from server.domain import errors
from server.domain.reasons import FallbackReason
from tests.fakes.cards import QUERY, CardsApp, make_clause, make_hit
from tests.fakes.item_picker import FakeItemPicker

BANNED_BODY = "다음 서류를 낸다.\n1. 안전합니다"


def ask(app, *, deadline_ms=None, session=None):
    async def story():
        recommender = app.recommender()
        answer = await recommender.cards(QUERY, request_id="req-1", deadline_ms=deadline_ms, session=session)
        await recommender.close()
        return answer

    return asyncio.run(story())


def failing(error):
    return CardsApp(picker=FakeItemPicker(error))


def banned():
    picker = FakeItemPicker(("안전합니다",), candidates=("안전합니다",))
    return CardsApp(picker=picker, hits=(make_hit(make_clause(body=BANNED_BODY)),))


CASES = {
    FallbackReason.OFF: lambda: CardsApp(switch=Switch(mode="off")),
    FallbackReason.SHADOW: lambda: CardsApp(switch=Switch(mode="shadow")),
    FallbackReason.NOT_SELECTED: lambda: CardsApp(switch=Switch(mode="on", percent=0)),
    FallbackReason.NO_CANDIDATES: lambda: CardsApp(picker=FakeItemPicker(candidates=())),
    FallbackReason.NONE_PICKED: lambda: CardsApp(picker=FakeItemPicker(())),
    FallbackReason.UNGROUNDED: lambda: CardsApp(picker=FakeItemPicker(("여권", "인감증명서"))),
    FallbackReason.BANNED: banned,
    FallbackReason.INVALID_REPLY: lambda: failing(errors.ModelInvalidReply("prose")),
    FallbackReason.TIMEOUT: lambda: CardsApp(picker=FakeItemPicker(2.0)),
    FallbackReason.BUSY: lambda: failing(errors.ModelBusy("503")),
    FallbackReason.UNAVAILABLE: lambda: failing(errors.ModelUnavailable("reset")),
    FallbackReason.TOO_LONG: lambda: failing(errors.ModelTooLong("9000 tokens")),
    FallbackReason.MODEL_MISSING: lambda: failing(errors.ModelMissing("404")),
}


def test_there_is_a_case_for_every_reason():
    assert set(CASES) == set(FallbackReason)


@pytest.mark.parametrize("reason", list(FallbackReason))
def test_the_first_card_is_the_snippet_and_says_why(reason):
    app = CASES[reason]()
    first, *others = ask(app, deadline_ms=150 if reason is FallbackReason.TIMEOUT else None).cards
    assert first.fallback_reason is reason
    assert first.kind == "snippet"
    assert (first.items, first.origin, first.label) == ((), None, None)
    assert all(card.fallback_reason is None for card in others)
    assert ("fallback", reason.value) in app.metrics.counts


@pytest.mark.parametrize("reason", [FallbackReason.OFF, FallbackReason.NOT_SELECTED])
def test_a_request_that_is_not_selected_asks_nobody(reason):
    app = CASES[reason]()
    ask(app)
    assert app.picker.requests == []


def test_a_picker_with_a_fault_of_its_own_costs_no_card():
    assert ask(failing(KeyError("a bug"))).cards[0].fallback_reason is FallbackReason.UNAVAILABLE


def test_a_deadline_that_passed_during_retrieval_asks_nobody_but_still_uses_the_cache():
    app = CardsApp()
    assert ask(app, deadline_ms=1).cards[0].fallback_reason is FallbackReason.TIMEOUT
    assert app.picker.requests == []
    ask(app)
    assert ask(app, deadline_ms=1).cards[0].kind == "items"


def test_shadow_asks_and_records_but_shows_the_snippet_without_waiting():
    async def story():
        app = CardsApp(switch=Switch(mode="shadow"), picker=FakeItemPicker(0.1))
        recommender = app.recommender()
        answer = await asyncio.wait_for(recommender.cards(QUERY, request_id="req-1"), 0.09)
        assert answer.cards[0].fallback_reason is FallbackReason.SHADOW
        await asyncio.sleep(0.2)
        await recommender.close()
        return app

    app = asyncio.run(story())
    assert [record.content["stage"] for record in app.records] == ["done", "shadow"]
    assert app.records[0].content["pick"] is None
    assert app.records[1].content["pick"]["items"] == ["신분증"]
    assert app.records[1].content["shown"][0]["kind"] == "snippet"
    assert ("shadow", "items") in app.metrics.counts


def test_the_same_session_always_falls_on_the_same_side_and_stays_in_when_the_share_grows():
    sessions = [f"desk-{number}" for number in range(1000)]
    chosen = {
        percent: {one for one in sessions if Switch(mode="on", percent=percent).withholds(one) is None}
        for percent in (0, 10, 50, 100)
    }
    assert chosen[0] == set()
    assert chosen[0] < chosen[10] < chosen[50] < chosen[100] == set(sessions)
    assert 60 < len(chosen[10]) < 140
    assert 440 < len(chosen[50]) < 560


def test_the_session_decides_where_there_is_one():
    half = Switch(mode="on", percent=50)
    reasons = {half.withholds(name): name for name in map(str, range(100))}
    for reason, session in reasons.items():
        app = CardsApp(switch=half)
        assert ask(app, session=session).cards[0].fallback_reason is reason
    assert set(reasons) == {None, FallbackReason.NOT_SELECTED}


@pytest.mark.parametrize("name", ["신용등급확인서", "안전점검표", "위험물취급허가증", "성적증명서"])
def test_a_paper_whose_name_only_looks_like_a_verdict_is_shown(name):
    body = f"다음 서류를 제출하여야 한다.\n1. {name}"
    picker = FakeItemPicker((name,), candidates=(name,))
    assert (
        ask(CardsApp(picker=picker, hits=(make_hit(make_clause(body=body)),))).cards[0].items[0].name == name
    )
