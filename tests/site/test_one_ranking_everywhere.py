"""Cards, answers, searches and the look inside find the same clauses in the same order, or refuse alike."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.loopback

GOLDEN = Path(__file__).resolve().parents[2] / "samples" / "golden" / "questions.jsonl"
ROWS = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
QUESTIONS = [row["query"] for row in ROWS][::4]
REFUSED_BY_RULE = ["안녕하세요", "hello", "별지 제77호서식 주세요", "승민소프트 명의변경 서류", "статья 88"]
DOCUMENTS = ["water/terms", "water/fees", "water/faq", "tenancy/guide", "service/rules"]
SCOPES = [*({"documents": [doc_id]} for doc_id in DOCUMENTS), {"collection": "water"}]
STANDS_ALONE = {"exact", "strong"}
K = 10


def post(site, route, **body):
    answer = site.client.post(route, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ranked(hits):
    return [(hit["clause"]["clause_id"], hit["tier"], hit["score"]) for hit in hits]


@pytest.mark.parametrize("query", QUESTIONS)
def test_every_route_ranks_the_same_hits_alike(samples, query):
    searched = post(samples, "/v1/documents/search", query=query, k=K)
    debugged = post(samples, "/v1/rag/debug", query=query, k=K)
    asked = post(samples, "/v1/ask", query=query, k=K, explain=True)
    cards = post(samples, "/v1/cards", query=query, k=K)
    hits = ranked(searched["retrieval"]["hits"])
    assert ranked(debugged["retrieval"]["hits"]) == hits
    explained = asked["explain"]["hits"]
    assert [(hit["clause_id"], hit["tier"], hit["score"]) for hit in explained] == hits
    admitted = searched["sufficiency"]["admitted"]
    assert debugged["sufficiency"]["admitted"] == admitted
    assert [hit["clause_id"] for hit in explained if hit["admitted"]] == admitted[:K]
    assert [card["source"]["clause_id"] for card in cards["cards"]] == admitted[:K]
    assert {source["clause_id"] for source in asked["sources"]} <= set(admitted)
    assert bool(asked["sources"]) == bool(cards["cards"])


@pytest.mark.parametrize("query", [*REFUSED_BY_RULE, *(row["query"] for row in ROWS)])
def test_what_is_refused_everywhere_is_refused_within_each_filter_too(samples, query):
    if samples.cards(query)["outcome"] == "cards":
        return
    for scope in SCOPES:
        answer = samples.cards(query, k=20, **scope)
        assert (answer["outcome"], answer["cards"]) == ("no_documents", []), scope


@pytest.mark.parametrize("query", [row["query"] for row in ROWS])
def test_what_stands_alone_without_a_filter_is_shown_within_its_document(samples, query):
    answering = [card for card in samples.cards(query, k=20)["cards"] if card["tier"] in STANDS_ALONE]
    for source in (card["source"] for card in answering):
        inside = samples.cards(query, k=20, documents=[source["doc_id"]])["cards"]
        assert source["clause_id"] in {card["source"]["clause_id"] for card in inside}


@pytest.mark.parametrize("doc_id", DOCUMENTS)
def test_a_filter_lets_through_what_it_names_and_nothing_else(samples, doc_id):
    answer = samples.cards("명의변경 deposit оплата", k=20, documents=[doc_id])
    assert {card["source"]["doc_id"] for card in answer["cards"]} <= {doc_id}


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("안녕하세요", "관련 문서 없음"),
        ("네 감사합니다", "관련 문서 없음"),
        ("hello", "No related document"),
        ("Здравствуйте", "Подходящих документов нет"),
    ],
)
def test_a_greeting_gets_no_cards_and_an_answer_without_sources(samples, query, message):
    cards = samples.cards(query)
    assert (cards["outcome"], cards["cards"], cards["message"]) == ("no_documents", [], message)
    assert cards["timings"]["generation_ms"] == 0
    asked = post(samples, "/v1/ask", query=query)
    assert (asked["outcome"], asked["sources"], asked["timings"]["generation_ms"]) == ("refused", [], 0)


@pytest.mark.parametrize(
    "query", ["승민소프트 명의변경 서류", "별지 제77호서식 주세요", '"없는 낱말이다" 서류']
)
def test_a_name_that_is_nowhere_is_refused_by_name_although_its_neighbours_exist(samples, query):
    cards = samples.cards(query)
    assert (cards["outcome"], cards["reason"], cards["cards"]) == ("no_documents", "exact_term_missing", [])
    assert cards["missing_exact_terms"][0] in query
    assert cards["missing_exact_terms"][0] in cards["message"]
    asked = post(samples, "/v1/ask", query=query)
    assert (asked["outcome"], asked["sources"]) == ("refused", [])
    assert asked["missing_exact_terms"] == cards["missing_exact_terms"]


def test_an_exact_term_that_is_there_is_found_to_the_letter(samples):
    first = samples.cards("별지 제3호서식은 어디에 쓰나요")["cards"][0]
    assert (first["tier"], first["score"], first["source"]["clause_id"]) == (
        "exact",
        1.0,
        "water/terms#제12조",
    )
