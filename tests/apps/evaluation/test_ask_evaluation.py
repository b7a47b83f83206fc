"""Figures of answers follow from rules and the golden set."""

import asyncio

import pytest

from server.apps.evaluation.ask import evaluate_ask
from server.apps.evaluation.golden import Question
from server.domain.reasons import NoDocumentsReason
from tests.fakes.answer_writer import FakeAnswerWriter
from tests.fakes.answers import AnswersApp

GOOD = "명의를 바꾸려면 신분증과 임대차계약서 사본을 내야 합니다 [#1]."
WRONG = "수수료는 500원입니다 [#2]."


def question(number, gold=("water/terms 제46조",), kind="answerable"):
    return Question(question_id=f"q{number}", query="명의를 바꾸려면 무엇을 내나요", gold=gold, kind=kind)


def way(*drafts):
    app = AnswersApp(writer=FakeAnswerWriter(*drafts))

    def ask(query, request_id):
        app.refused_because = NoDocumentsReason.BELOW_THRESHOLD if "없는" in query.text else None
        return asyncio.run(app.asker().ask(query, request_id=request_id, explain=True))

    return ask


def test_support_counts_the_sentences_that_the_rules_let_pass_and_precision_the_gold_citations():
    questions = [question(1), question(2), question(3, gold=("fees 제5조",))]
    result = evaluate_ask({"fake": way(GOOD, f"{GOOD} {WRONG}", GOOD)}, questions, golden="test")
    condition = result.conditions[0]
    assert (result.kind, result.cases) == ("ask", 3)
    assert condition.figure("answered").value == 1.0
    assert condition.figure("support").value == pytest.approx((1 + 0.5 + 1) / 3)
    assert condition.figure("citation_precision").value == pytest.approx(2 / 3)


def test_refusals_of_unanswerable_questions_are_told_apart_from_false_ones():
    unanswerable = Question(
        question_id="q9", query="없는 이야기", gold=(), kind="unanswerable", distance="far"
    )
    result = evaluate_ask({"fake": way("근거가 부족합니다")}, [question(1), unanswerable], golden="test")
    condition = result.conditions[0]
    assert condition.figure("refused").value == 1.0
    assert condition.figure("false_refusals").value == 1.0
    assert condition.figure("refused", "unanswerable:far").count == 1
