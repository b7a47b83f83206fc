"""Items cards from a model, over HTTP: literal names, the stream's order, the cache, every switch."""

import pytest

from tests.fakes.model_behaviours import pick, slow
from tests.fakes.ollama import FakeOllama
from tests.fakes.sites import running_site, wait_until
from tests.site.model_sites import CLAUSE, QUERY, events, first_card, model_site

pytestmark = pytest.mark.loopback


def test_every_item_is_literal_and_stands_where_its_offsets_say(folders):
    with model_site(folders, pick("신분증", "임대차계약서", "위임장")) as (site, fake):
        card = first_card(site)
        body = site.client.get("/v1/documents/clause", params={"clause_id": CLAUSE}).json()["clause"]["body"]
    assert (card["kind"], card["origin"], card["label"]) == ("items", "model", "AI가 고른 항목")
    assert [item["name"] for item in card["items"]] == ["신분증", "임대차계약서", "위임장"]
    assert [body[item["start"] : item["end"]] for item in card["items"]] == [
        "신분증",
        "임대차계약서",
        "위임장",
    ]
    assert all(item["condition"] is None or item["condition"] in body for item in card["items"])
    assert card["text"] == "필요 서류: 신분증 · 임대차계약서 · 위임장"
    assert fake.calls == 1
    assert fake.chats[0].body["think"] is False


def test_the_stream_shows_the_extract_while_the_model_thinks_and_the_items_after(folders):
    ask = {"url": "/v1/cards/stream", "json": {"query": QUERY}}
    with (
        model_site(folders, slow(1.0, pick("신분증"))) as (site, fake),
        site.client.stream("POST", **ask) as response,
    ):
        told = events(response)
        name, data = next(told)
        assert (name, data["cards"][0]["kind"]) == ("cards", "snippet")
        assert not fake.chats or fake.chats[0].outcome == "open"  # nothing has come from the model yet
        name, card = next(told)
        assert (name, card["kind"], card["card_id"]) == ("card", "items", data["cards"][0]["card_id"])
        name, done = next(told)
        assert (name, done["timings"]["generation_ms"] > 900) == ("done", True)
        assert list(told) == []


def test_picks_are_made_once_and_survive_a_restart(folders):
    with model_site(folders) as (site, fake):
        cold = first_card(site)
        warm = first_card(site)
        assert fake.calls == 1
        assert (warm["kind"], warm["items"]) == ("items", cold["items"])
    with model_site(folders) as (restarted, fake):
        assert wait_until(
            lambda: any(one.path == "/api/tags" for one in fake.requests) or fake.requests != []
        )
        assert first_card(restarted)["items"] == cold["items"]
        assert fake.calls == 0


def test_another_text_of_the_clause_is_picked_anew(folders):
    with model_site(folders) as (site, fake):
        first_card(site)
        site.edit("water/terms.md", "1. 신분증\n2. 임대차계약서", "1. 여권 사본\n2. 임대차계약서")
        site.build()
        card = first_card(site)
        assert "여권 사본" in {item["name"] for item in card["items"]}
        assert fake.calls == 2


def test_what_is_refused_is_refused_without_a_call(folders):
    with model_site(folders) as (site, fake):
        for query in ("안녕하세요", "양자컴퓨터 신청 서류", "별지 제77호서식 서류", ""):
            cards = site.cards(query)
            assert (cards["cards"], cards["timings"]["generation_ms"]) == ([], 0)
            asked = site.client.post("/v1/ask", json={"query": query}).json()
            assert (asked["outcome"], asked["timings"]["generation_ms"]) == ("refused", 0)
        assert fake.calls == 0


@pytest.mark.parametrize("alone", ["OLLAMA_URL", "GENERATION_MODEL"])
def test_one_variable_alone_opens_no_connection(folders, alone):
    with FakeOllama() as fake:
        values = {"OLLAMA_URL": fake.url, "GENERATION_MODEL": "fake"}
        with running_site(folders, **{alone: values[alone]}) as site:
            card = first_card(site)
            switch = site.client.get("/readyz").json()["switches"]["generation"]
        assert (card["kind"], card["fallback_reason"]) == ("snippet", "off")
        missing = ({*values} - {alone}).pop()
        assert switch["state"] == "off"
        assert switch["why"].startswith(f"{missing} not set")
        assert fake.requests == []


def test_in_shadow_the_model_is_asked_and_recorded_and_the_extract_is_shown(folders):
    with model_site(folders, GENERATION_MODE="shadow") as (site, fake):
        answer = site.cards(QUERY)
        card = answer["cards"][0]
        assert (card["kind"], card["fallback_reason"]) == ("snippet", "shadow")

        def stages():
            records = site.client.get(f"/v1/records/{answer['request_id']}").json()["records"]
            return {one["record"]["content"]["stage"]: one["record"]["content"] for one in records}

        assert wait_until(lambda: "shadow" in stages())
        assert stages()["shadow"]["pick"]["items"]
        assert fake.calls == 1
        assert site.client.get("/v1/status").json()["switches"]["generation"]["state"] == "shadow"


def test_a_share_of_the_sessions_is_the_same_share_every_time(folders):
    with model_site(folders, GENERATION_PERCENT="50") as (site, _):

        def chosen():
            return [
                first_card(site, session=f"agent-{number}")["fallback_reason"] is None for number in range(12)
            ]

        first = chosen()
        assert set(first) == {True, False}
        assert chosen() == first
        assert "50 %" in site.client.get("/v1/status").json()["switches"]["generation"]["why"]


def test_no_share_means_no_call(folders):
    with model_site(folders, GENERATION_PERCENT="0") as (site, fake):
        assert first_card(site)["fallback_reason"] == "not_selected"
        assert fake.calls == 0


def test_rules_pick_without_a_model_and_say_so(folders):
    with running_site(folders, CLAUSECARD_ITEM_PICKER="rules") as site:
        card = first_card(site)
        assert (card["kind"], card["origin"]) == ("items", "rules")
        assert {"신분증", "임대차계약서", "위임장"} <= {item["name"] for item in card["items"]}
        assert "rules" in site.client.get("/readyz").json()["switches"]["generation"]["why"]


def test_a_request_is_on_record_with_what_was_asked_found_picked_and_shown(folders):
    with model_site(folders, pick("신분증")) as (site, _):
        answer = site.cards(QUERY)
        found = site.client.get(f"/v1/records/{answer['request_id']}").json()["records"]
        content = found[-1]["record"]["content"]
        assert (content["query"], content["outcome"], content["edition"]) == (QUERY, "cards", 1)
        assert content["pick"]["items"] == [item["name"] for item in answer["cards"][0]["items"]]
        assert content["shown"] == answer["cards"]
        assert site.house.ledger.verify().fault is None
