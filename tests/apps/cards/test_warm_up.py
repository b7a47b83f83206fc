"""Picks made before anyone asks: by language, resumable, polite, and it knows when to stop."""

import asyncio

import pytest

from server.apps.cards.warm import GIVE_UP_AFTER, WarmReport, warm
from server.domain import errors
from tests.fakes.cards import BODY, QUERY, CardsApp, make_hit
from tests.fakes.clause_index import FakeClauseIndex, FakeEdition
from tests.fakes.item_picker import FakeItemPicker
from tests.fakes.plain_texts import PlainAnalyser, make_document


def index():
    korean = {f"제{number}조": f"{BODY} {number}" for number in range(1, 4)}
    documents = [
        make_document("a-russian", {"Статья 1": "Заявление подаётся лично."}, language="ru"),
        make_document("b-korean", korean, language="ko"),
        make_document("c-english", {"Article 1": "Bring 신분증."}, language="en"),
    ]
    return FakeClauseIndex(FakeEdition.of(documents, PlainAnalyser()))


def run(app, source, seen=None):
    seen = [] if seen is None else seen
    return asyncio.run(warm(source, app.picking(), clock=app.clock, progress=seen.append))


def test_it_goes_through_all_clauses_one_language_after_the_other():
    app, seen = CardsApp(), []
    report = run(app, index(), seen)
    assert [request.clause.language for request in app.picker.requests] == ["en", "ko", "ko", "ko", "ru"]
    assert (report.total, report.done, report.asked, report.without_candidates) == (5, 5, 4, 1)
    assert (report.cached, report.failures, report.stopped) == (0, {}, None)
    assert [progress.done for progress in seen] == [1, 2, 3, 4, 5]
    assert seen[-1].remaining_seconds == 0


def test_what_is_in_the_cache_is_passed_over():
    app, source = CardsApp(), index()
    run(app, source)
    report = run(app, source)
    assert (report.cached, report.asked, len(app.picker.requests)) == (5, 0, 5)


def test_it_goes_on_where_it_was_interrupted():
    app, source = CardsApp(picker=FakeItemPicker(0.05)), index()

    async def interrupted():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(
                warm(source, app.picking(), clock=app.clock, progress=lambda _progress: None), 0.13
            )

    asyncio.run(interrupted())
    finished = run(app, source)
    assert finished.cached >= 1
    assert finished.cached + finished.asked + finished.without_candidates == 5


def test_a_failure_of_one_clause_stops_nothing():
    app = CardsApp(picker=FakeItemPicker(errors.ModelTooLong("9000 tokens"), ("신분증",)))
    report = run(app, index())
    assert (report.done, report.failures, report.stopped) == (5, {"too_long": 1}, None)


@pytest.mark.parametrize("error", [errors.ModelUnavailable("refused"), errors.ModelMissing("404")])
def test_a_server_that_is_gone_stops_it(error):
    report = run(CardsApp(picker=FakeItemPicker(error)), index())
    assert isinstance(report, WarmReport)
    assert report.done == GIVE_UP_AFTER
    assert report.stopped in {"unavailable", "model_missing"}


def test_an_empty_index_is_said_so():
    with pytest.raises(errors.IndexEmpty):
        run(CardsApp(), FakeClauseIndex())


def test_after_it_a_request_is_answered_without_a_call():
    async def story():
        app = CardsApp()
        await warm(index(), app.picking(), clock=app.clock, progress=lambda _progress: None)
        calls = len(app.picker.requests)
        app.hits = (make_hit(app.picker.requests[1].clause),)
        answer = await app.recommender().cards(QUERY, request_id="req-1")
        return answer.cards[0].kind, len(app.picker.requests) - calls

    assert asyncio.run(story()) == ("items", 0)
