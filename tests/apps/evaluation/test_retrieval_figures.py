"""Figures of retrieval, against a table worked out by hand."""

import math

import pytest

from server.apps.evaluation.golden import Question
from server.apps.evaluation.retrieval import evaluate_retrieval, frozen_hits
from server.domain.hit import Hit, Retrieval
from server.domain.reasons import Tier
from tests.fakes.plain_texts import make_document

CLAUSES = make_document("w/terms", {f"제{n}조": f"본문 {n}" for n in range(1, 13)}, collection="w").clauses
# query -> clause numbers in order, tier of the first, ranks by leg
FOUND = {
    "one": ((3, 1, 2), Tier.STRONG),
    "two": ((5, 6, 4), Tier.STRONG),
    "late": (tuple(range(1, 13)), Tier.STRONG),
    "lost": ((1, 2), Tier.STRONG),
    "shy": ((9,), Tier.REJECTED),
    "near": ((7,), Tier.REJECTED),
    "far": ((8,), Tier.STRONG),
}
QUESTIONS = (
    Question(question_id="one", query="one", gold=("w/terms 제3조",), kind="answerable"),
    Question(question_id="two", query="two", gold=("terms 제6조", "terms 제4조"), kind="answerable"),
    Question(question_id="late", query="late", gold=("w/terms 제11조",), kind="answerable"),
    Question(question_id="lost", query="lost", gold=("w/terms 제12조",), kind="exact-term"),
    Question(question_id="shy", query="shy", gold=("terms",), kind="answerable"),
    Question(question_id="near", query="near", gold=(), kind="unanswerable", distance="near"),
    Question(question_id="far", query="far", gold=(), kind="unanswerable", distance="far"),
)
BY_HAND = {  # over the five that have an answer: first right places 1, 2, 11, none, 1
    ("recall@1", "all"): 2 / 5,
    ("recall@3", "all"): 3 / 5,
    ("recall@10", "all"): 3 / 5,
    ("mrr", "all"): (1 + 1 / 2 + 1 / 11 + 0 + 1) / 5,
    ("ndcg@10", "all"): (1 + (1 / math.log2(3) + 1 / 2) / (1 + 1 / math.log2(3)) + 0 + 0 + 1) / 5,
    ("false_refusals", "all"): 1 / 5,
    ("refused", "all"): 1 / 2,
    ("refused", "unanswerable:near"): 1.0,
    ("refused", "unanswerable:far"): 0.0,
    ("recall@1", "answerable"): 2 / 4,
    ("recall@10", "exact-term"): 0.0,
    ("recall@1", "collection:w"): 2 / 5,
}


def retrieve(query):
    numbers, tier = FOUND[query.text]
    hits = tuple(
        Hit(
            clause=CLAUSES[number - 1],
            score=0.9 if place == 1 else 0.1,
            tier=tier if place == 1 else Tier.REJECTED,
            ranks={"words": len(numbers) + 1 - place} if number % 2 else {"grams": place},
            fused=1 / place,
        )
        for place, number in enumerate(numbers, 1)
    )
    return Retrieval(query=query, edition=1, hits=hits)


@pytest.fixture(scope="module")
def result():
    return evaluate_retrieval({"plain": retrieve}, QUESTIONS, golden="by-hand")


@pytest.mark.parametrize(("name", "group"), BY_HAND)
def test_a_figure_is_what_it_is_by_hand(result, name, group):
    figure = result.conditions[0].figure(name, group)
    assert figure.value == pytest.approx(BY_HAND[name, group])
    assert figure.interval.low <= figure.value <= figure.interval.high


def test_a_legs_figures_are_those_of_its_own_order(result):
    legs = {one.name: one for one in result.conditions}
    # words found the odd clauses, last first: 제1조 before 제3조 for "one", 제11조 first for "late"
    assert legs["leg:words"].figure("recall@1").value == pytest.approx(2 / 5)
    assert legs["leg:fusion"].figure("mrr").value == result.conditions[0].figure("mrr").value
    assert "leg:dense" not in legs


def test_frozen_hits_name_every_clause_by_its_content(result):
    first = next(frozen_hits(result))
    assert (first["id"], [hit["clause_id"] for hit in first["hits"]]) == (
        "one",
        ["w/terms#제3조", "w/terms#제1조", "w/terms#제2조"],
    )
    assert first["hits"][0]["content_hash"] == CLAUSES[2].content_hash


def test_the_pictures_count_every_question_once(result):
    plots = {plot.title.split(" (")[0]: plot for plot in result.plots}
    for title, total in (("Score of the first hit", 7), ("Outcome by reason", 7)):
        assert sum(value for series in plots[title].series for value in series.y) == total
    assert plots["Outcome by reason"].x_names == ("below_threshold", "cards")
