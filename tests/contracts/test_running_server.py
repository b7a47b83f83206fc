"""Whatever a running server says is valid under the contracts: cards, refusals, problems, records, status."""

from pathlib import Path

import httpx
import pytest

from tests.contracts.schemas import Schemas
from tests.fakes.services import FakeHouse
from tests.fakes.web import served

pytestmark = pytest.mark.loopback

SCHEMAS = Schemas(Path(__file__).resolve().parents[2] / "contracts")
QUERY = "명의변경 신청서에 첨부하는 서류"


@pytest.fixture(scope="module")
def server():
    with served(FakeHouse().build().services()) as url, httpx.Client(base_url=url, timeout=20) as client:
        yield client


def keeps(contract, response, status):
    assert response.status_code == status, response.text
    body = response.json()
    assert SCHEMAS.find_faults(contract, body) == ()
    return body


def test_cards_with_items_and_cards_with_snippets_keep_the_contract(server):
    body = keeps("cards-response.v1", server.post("/v1/cards", json={"query": QUERY}), 200)
    assert body["outcome"] == "cards"
    assert "items" in {card["kind"] for card in body["cards"]}


@pytest.mark.parametrize("query", ["", "?!", "양자 얽힘 측정", "별지 제77호서식", "\u202e\u0000", "가" * 500])
def test_a_query_without_cards_keeps_the_contract(server, query):
    response = server.post("/v1/cards", json={"query": query})
    if response.status_code == 200:
        body = keeps("cards-response.v1", response, 200)
        assert (body["outcome"] == "cards") == bool(body["cards"])
    else:
        keeps("problem.v1", response, 422)


def test_an_index_that_was_never_built_keeps_the_contract():
    with served(FakeHouse().services()) as url:
        body = keeps("cards-response.v1", httpx.post(f"{url}/v1/cards", json={"query": QUERY}), 200)
        assert body["outcome"] == "index_empty"
        status = keeps("index-status.v1", httpx.get(f"{url}/v1/documents/index/status"), 200)
        assert status["stale"]


def test_an_answer_with_citations_keeps_the_contract(server):
    body = keeps("ask-response.v1", server.post("/v1/ask", json={"query": QUERY}), 200)
    assert body["citations"]


def test_documents_and_clauses_keep_their_contracts(server):
    documents = server.get("/v1/documents").json()["documents"]
    assert len(documents) >= 5
    for document in documents:
        assert SCHEMAS.find_faults("document.v1", document) == ()
        clauses = server.get("/v1/documents/chunks", params={"doc_id": document["doc_id"]}).json()["clauses"]
        assert clauses
        assert [SCHEMAS.find_faults("clause.v1", clause) for clause in clauses] == [()] * len(clauses)


def test_the_status_of_the_index_and_of_the_server_keep_their_contracts(server):
    keeps("index-status.v1", server.get("/v1/documents/index/status"), 200)
    keeps("status.v1", server.get("/v1/status"), 200)


def test_the_records_of_a_request_and_of_its_feedback_keep_the_contract(server):
    card = server.post("/v1/cards", json={"query": QUERY}).json()
    kept = {"request_id": card["request_id"], "verdict": "useful", "card_id": card["cards"][0]["card_id"]}
    assert server.post("/v1/feedback", json=kept).status_code == 201
    records = server.get(f"/v1/records/{card['request_id']}").json()["records"]
    assert [one["record"]["kind"] for one in records] == ["cards", "feedback"]
    assert [SCHEMAS.find_faults("record.v1", one) for one in records] == [(), ()]


PROBLEMS = [
    ("an unknown member", "POST", "/v1/cards", {"query": "a", "top_k": 3}, 422),
    ("no query", "POST", "/v1/cards", {}, 422),
    ("another type", "POST", "/v1/ask", {"query": "a", "explain": "yes"}, 422),
    ("an unknown document", "GET", "/v1/documents/chunks?doc_id=no/such", None, 404),
    ("an unknown record", "GET", "/v1/records/none", None, 404),
    ("an unknown route", "GET", "/v1/nowhere", None, 404),
    ("another method", "GET", "/v1/cards", None, 405),
    ("feedback with another verdict", "POST", "/v1/feedback", {"request_id": "a", "verdict": "bad"}, 422),
]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"), [row[1:] for row in PROBLEMS], ids=[row[0] for row in PROBLEMS]
)
def test_what_goes_wrong_is_a_problem_of_the_contract(server, method, path, body, status):
    response = server.request(method, path, json=body)
    keeps("problem.v1", response, status)
    assert response.headers["content-type"].startswith("application/problem+json")
