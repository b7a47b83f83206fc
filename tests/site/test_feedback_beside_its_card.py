"""Feedback is kept beside the card that it is about, by the real site and by the fake of the page tests."""

import httpx
import pytest

from tests.fakes.services import FakeHouse
from tests.fakes.web import served

pytestmark = pytest.mark.loopback

QUERY = "명의변경 신청서에 붙이는 서류"


@pytest.fixture(params=["real", "fake"])
def client(request):
    if request.param == "real":
        yield request.getfixturevalue("samples").client
        return
    with served(FakeHouse().build().services()) as url, httpx.Client(base_url=url, timeout=20) as client:
        yield client


def test_a_verdict_is_found_under_the_request_id_of_its_card_and_under_no_other(client):
    shown = client.post("/v1/cards", json={"query": QUERY}).json()
    verdict = {
        "request_id": shown["request_id"],
        "card_id": shown["cards"][0]["card_id"],
        "verdict": "wrong_item",
        "item": "신분증",
    }
    sent = client.post("/v1/feedback", json=verdict)
    assert (sent.status_code, sent.json()["kept"]) == (201, True)
    kept = [one["record"] for one in client.get(f"/v1/records/{shown['request_id']}").json()["records"]]
    assert [one["kind"] for one in kept][-1] == "feedback"
    assert {one["request_id"] for one in kept} == {shown["request_id"]}
    content = kept[-1]["content"]
    assert {name: content[name] for name in verdict} == verdict
    assert content["feedback_request_id"] == sent.json()["request_id"]
    assert client.get(f"/v1/records/{sent.json()['request_id']}").status_code == 404
