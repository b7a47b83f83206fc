"""The story of a request for cards, told in sentences."""

import asyncio
import json
from contextlib import aclosing
from dataclasses import replace

import pytest

from server.apps.cards.switch import Switch
from server.domain import errors
from server.domain.reasons import Freshness, NoDocumentsReason, Outcome, Tier
from tests.fakes.cards import BODY, QUERY, CardsApp, make_clause, make_hit
from tests.fakes.item_picker import FakeItemPicker


def ask(app, query=QUERY, **options):
    async def story():
        recommender = app.recommender()
        answer = await recommender.cards(query, request_id="req-1", **options)
        await recommender.close()
        return answer

    return asyncio.run(story())


def tell(app, query=QUERY, **options):
    async def story():
        recommender = app.recommender()
        events = [event async for event in recommender.stream(query, request_id="req-1", **options)]
        await recommender.close()
        return events

    return asyncio.run(story())


def test_the_first_card_says_which_papers_and_where_that_stands():
    first, second = ask(CardsApp(picker=FakeItemPicker(("신분증", "임대차계약서 사본")))).cards
    assert first.title == "수도 급수 조례 · 제46조(명의변경)"
    assert first.text == "필요 서류: 신분증 · 임대차계약서 사본"
    assert [BODY[item.start : item.end] for item in first.items] == ["신분증", "임대차계약서 사본"]
    assert (first.kind, first.origin, first.label) == ("items", "model", "AI가 고른 항목")
    assert (first.snippet, first.fallback_reason) == (None, None)
    assert (first.source.document, first.source.clause, first.source.edition) == (
        "수도 급수 조례",
        "제46조",
        12,
    )
    assert (second.kind, second.rank, second.fallback_reason) == ("snippet", 2, None)


def test_the_stream_shows_snippets_first_and_the_items_card_in_the_same_place():
    (cards, answer), (card, upgraded), (done, end) = tell(CardsApp())
    assert (cards, card, done) == ("cards", "card", "done")
    assert [one["kind"] for one in answer["cards"]] == ["snippet", "snippet"]
    assert answer["cards"][0]["fallback_reason"] is None
    assert upgraded["kind"] == "items"
    assert (upgraded["card_id"], upgraded["rank"]) == (answer["cards"][0]["card_id"], 1)
    assert end["timings"]["total_ms"] >= end["timings"]["generation_ms"] >= 0
    json.dumps([answer, upgraded, end])


def test_the_stream_gives_the_reason_when_there_is_no_upgrade():
    events = tell(CardsApp(picker=FakeItemPicker(errors.ModelMissing("no such model"))))
    assert [name for name, _ in events] == ["cards", "card", "done"]
    assert events[1][1]["fallback_reason"] == "model_missing"
    assert events[1][1]["snippet"] == events[0][1]["cards"][0]["snippet"] != ""


def test_a_name_that_is_not_in_the_clause_is_never_on_screen():
    app = CardsApp(picker=FakeItemPicker(("신분증", "주민등록등본")))
    answer = ask(app)
    assert [item.name for item in answer.cards[0].items] == ["신분증"]
    assert "주민등록등본" not in repr(answer)
    assert "주민등록등본" in repr(app.records[0].content["pick"])


@pytest.mark.parametrize(
    ("query", "message"),
    [("ko", "관련 문서 없음"), ("en", "No related document"), ("ru", None)],
)
def test_nothing_sufficient_is_an_empty_list_with_a_reason_and_no_model_is_asked(query, message):
    app = CardsApp(refused_because=NoDocumentsReason.BELOW_THRESHOLD)
    answer = ask(app, type(QUERY)(text="안녕하세요", language=query))
    assert (answer.outcome, answer.reason, answer.cards) == (Outcome.NO_DOCUMENTS, "below_threshold", ())
    assert answer.message == message or (message is None and answer.message)
    assert answer.timings.generation_ms == 0
    assert app.picker.requests == []
    assert [name for name, _ in tell(app)] == ["cards", "done"]


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_an_empty_query_is_answered_without_a_search(text):
    app = CardsApp()
    answer = ask(app, type(QUERY)(text=text, language="ko"))
    assert (answer.outcome, answer.reason, app.retrieved) == (Outcome.NO_DOCUMENTS, "empty_query", [])


def test_a_missing_exact_term_is_named():
    app = CardsApp(refused_because=NoDocumentsReason.EXACT_TERM_MISSING, missing=("별지 제99호서식",))
    answer = ask(app)
    assert answer.missing_exact_terms == ("별지 제99호서식",)
    assert answer.message.startswith("관련 문서 없음")
    assert "별지 제99호서식" in answer.message


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (errors.IndexEmpty("none yet"), Outcome.INDEX_EMPTY),
        (errors.IndexUnavailable("disk gone"), Outcome.INDEX_UNAVAILABLE),
    ],
)
def test_an_index_without_content_and_one_that_is_down_are_two_other_outcomes(fault, outcome):
    app = CardsApp(fault=fault)
    answer = ask(app)
    assert (answer.outcome, answer.reason, answer.cards, answer.edition) == (outcome, None, (), None)
    assert answer.message
    assert app.records[0].content["outcome"] == outcome


def test_a_card_of_a_changed_document_says_so():
    app = CardsApp(freshness={"water/terms": Freshness.CHANGED}, stale=True)
    answer = ask(app)
    assert answer.index_stale
    assert {card.source.freshness for card in answer.cards} == {Freshness.CHANGED}


def test_an_index_that_is_stale_elsewhere_does_not_alarm_those_who_got_cards():
    assert not ask(CardsApp(stale=True)).index_stale
    assert ask(CardsApp(stale=True, refused_because=NoDocumentsReason.NOTHING_FOUND)).index_stale


def test_a_clause_of_a_document_that_is_gone_is_not_shown():
    gone = make_hit(make_clause(doc_id="old/terms"))
    kept = make_hit(make_clause("제50조"))
    answer = ask(CardsApp(hits=(gone, kept), freshness={"old/terms": Freshness.MISSING}))
    assert [(card.rank, card.source.clause) for card in answer.cards] == [(1, "제50조")]
    answer = ask(CardsApp(hits=(gone,), freshness={"old/terms": Freshness.MISSING}))
    assert (answer.outcome, answer.reason) == (Outcome.NO_DOCUMENTS, "nothing_found")


def test_no_more_cards_than_asked_for():
    hits = tuple(make_hit(make_clause(f"제{number}조")) for number in range(1, 9))
    assert len(ask(CardsApp(hits=hits), type(QUERY)(text="서류", language="ko", k=3)).cards) == 3


def test_labels_follow_the_language_of_the_query():
    card = ask(CardsApp(), type(QUERY)(text="which papers", language="en")).cards[0]
    assert card.text == "Required papers: 신분증"
    assert card.label == "Items picked by AI"


def test_a_heading_that_judges_is_not_in_the_title_and_a_sentence_that_judges_is_no_snippet():
    clause = make_clause(heading="이 물은 안전합니다", body="이 물은 안전합니다.")
    card = ask(CardsApp(hits=(make_hit(clause),), switch=Switch(mode="off"))).cards[0]
    assert card.title == "수도 급수 조례 · 제46조"
    assert (card.text, card.snippet, card.snippet_start, card.snippet_end) == ("", None, None, None)
    nameless = make_clause("이 물은 안전합니다", heading="")
    card = ask(CardsApp(hits=(make_hit(nameless),), switch=Switch(mode="off"))).cards[0]
    assert card.title == "water/terms:120"


def test_the_record_holds_all_that_decided_what_was_shown():
    app = CardsApp(picker=FakeItemPicker(("신분증", "여권")))
    answer = ask(app, deadline_ms=700, session="desk-7")
    (record,) = app.records
    content = json.loads(json.dumps(record.content))
    assert (record.request_id, record.kind) == ("req-1", "cards")
    assert (content["query"], content["deadline_ms"], content["session"]) == (QUERY.text, 700, "desk-7")
    assert content["hits"][0]["content_hash"] == make_clause().content_hash
    assert content["pick"]["picker"]["model_digest"] == "sha256:fake"
    assert content["pick"]["raw_reply"] == "['신분증', '여권']"
    assert content["pick"]["refusals"][0]["name"] == "여권"
    assert content["shown"][0]["text"] == answer.cards[0].text


def test_the_stream_records_before_each_time_it_shows_something():
    app = CardsApp()

    async def story():
        recommender, seen = app.recommender(), []
        async with aclosing(recommender.stream(QUERY, request_id="req-1")) as events:
            async for name, _ in events:
                seen.append((name, [record.content["stage"] for record in app.records]))
        return seen

    assert asyncio.run(story()) == [
        ("cards", ["cards"]),
        ("card", ["cards", "card"]),
        ("done", ["cards", "card"]),
    ]


def test_no_record_no_answer_where_the_ledger_is_required():
    async def story(take):
        def refuse(_record):
            raise errors.LedgerUnavailable("disk full")

        recommender = replace(CardsApp().recommender(), record=refuse)
        with pytest.raises(errors.LedgerUnavailable):
            await take(recommender)

    async def first_event(recommender):
        async with aclosing(recommender.stream(QUERY, request_id="req-1")) as events:
            await anext(events)

    asyncio.run(story(lambda recommender: recommender.cards(QUERY, request_id="req-1")))
    asyncio.run(story(first_event))


def test_tier_and_score_are_those_of_the_hit():
    card = ask(CardsApp(hits=(make_hit(score=1.0, tier=Tier.EXACT),))).cards[0]
    assert (card.score, card.tier) == (1.0, Tier.EXACT)


def test_outcomes_reasons_refusals_and_times_are_counted():
    app = CardsApp(picker=FakeItemPicker(("여권",)))
    ask(app)
    assert ("outcome", "cards") in app.metrics.counts
    assert ("fallback", "ungrounded") in app.metrics.counts
    assert ("pick_cache", "miss") in app.metrics.counts
    assert any(kind == "refusal" for kind, _ in app.metrics.counts)
    assert {step for step, _ in app.metrics.steps} >= {"retrieval", "generation", "gates", "total"}
