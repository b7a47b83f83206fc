"""Answers by the real small model: whatever it drafts, only verified text is shown, and twice the same."""

import asyncio
from dataclasses import replace

import pytest

from ai.apps.answering.writer import ModelAnswerWriter
from ai.runtimes.ollama import OllamaModel
from server.apps.answers.audit import shown
from server.domain.query import Query
from tests.fakes.answers import AnswersApp, fee_clause
from tests.fakes.cards import make_hit

pytestmark = pytest.mark.model

QUESTIONS = {
    "ko": ("증명서 발급 수수료는 얼마인가요?", fee_clause()),
    "en": (
        "How much is a certified copy?",
        replace(fee_clause(), body="A certified copy costs 25 euros. Fees are not refunded.", language="en"),
    ),
}


def asked(real_model, language):
    question, clause = QUESTIONS[language]

    async def story():
        model = OllamaModel(url=real_model.url, model=real_model.name)
        app = AnswersApp(writer=ModelAnswerWriter(model), hits=(make_hit(clause),), deadline_ms=120_000)
        answer = await app.asker().ask(Query(text=question, language=language), request_id="live")
        await model.close()
        return answer, app.records[0].content

    return asyncio.run(story())


@pytest.mark.parametrize("language", QUESTIONS)
def test_temperature_0_and_a_seed_give_the_same_bytes_twice(real_model, language):
    (first, record), (second, again) = asked(real_model, language), asked(real_model, language)
    assert record["draft"] is not None, first.reason
    assert record["draft"]["raw_reply"] == again["draft"]["raw_reply"]
    assert {**shown(first), "created_at": "", "trace_id": ""} == {
        **shown(second),
        "created_at": "",
        "trace_id": "",
    }


@pytest.mark.parametrize("language", QUESTIONS)
def test_what_is_shown_is_verified_or_the_sources_alone(real_model, language):
    answer, record = asked(real_model, language)
    if answer.outcome == "answered":
        assert answer.grounded
        assert answer.citations
    else:
        assert answer.sources or answer.outcome == "refused"
        assert record["draft"]["raw_reply"] not in answer.answer
