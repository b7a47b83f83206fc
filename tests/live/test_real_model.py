"""What must hold of any model behind our client, shown on the real 0.5B model."""

import asyncio
import json

import jsonschema
import pytest

from ai.runtimes.faults import ReplyCut
from ai.runtimes.ollama import OllamaModel
from ai.runtimes.openai_compatible import OpenAICompatibleModel
from ai.runtimes.options import ModelOptions
from ai.runtimes.port import ChatMessage, ChatOptions, ChatReply, ChatRequest, LanguageModel
from ai.runtimes.probe import NAMES, RuntimeProbe
from server.domain.errors import ModelMissing, ModelTooLong

pytestmark = pytest.mark.model

SYSTEM = """조항에서 신청인이 제출해야 하는 서류의 이름만 골라 JSON으로 답한다.
조항: 회원은 탈퇴할 때 회원증을 반납하고 통장 사본을 낸다.
답: {"items":["회원증","통장 사본"]}
조항: 관리자는 매년 시설을 점검한다.
답: {"items":[]}"""
CLAUSES = {
    "ko": ("이사하는 사람은 전입 신고서와 새 계약서를 창구에 낸다.", ("전입 신고서", "새 계약서", "창구")),
    "en": (
        "The tenant hands in a meter photo and a move-out form.",
        ("meter photo", "move-out form", "tenant"),
    ),
    "ru": (
        "Заявитель прилагает фото счётчика и доверенность.",
        ("фото счётчика", "доверенность", "Заявитель"),
    ),
}


def ask(language: str, **more) -> ChatRequest:
    body, candidates = CLAUSES[language]
    item = {"type": "string", "enum": list(candidates)}
    schema = {
        "type": "object",
        "properties": {"items": {"type": "array", "maxItems": 8, "items": item}},
        "required": ["items"],
        "additionalProperties": False,
    }
    messages = (
        ChatMessage(role="system", content=SYSTEM),
        ChatMessage(role="user", content=f"조항: {body}\n답:"),
    )
    return ChatRequest(**{"messages": messages, "schema": schema, "deadline_seconds": 120.0} | more)


def run(model: LanguageModel, *requests: ChatRequest) -> list[ChatReply]:
    async def calls() -> list[ChatReply]:
        return [await model.chat(request) for request in requests]

    return asyncio.run(calls())


@pytest.fixture
def model(real_model) -> OllamaModel:
    return OllamaModel(url=real_model.url, model=real_model.name)


@pytest.mark.parametrize("language", sorted(CLAUSES))
def test_a_closed_list_is_obeyed_to_the_letter(model, language):
    request = ask(language)
    reply = run(model, request)[0]
    value = json.loads(reply.content)
    jsonschema.validate(value, dict(request.schema))
    assert all(name in CLAUSES[language][0] for name in value["items"])
    assert reply.finish_reason == "stop"
    assert reply.prompt_tokens
    assert reply.output_tokens


def test_the_same_call_gives_the_same_bytes(model):
    first, second, third = run(model, ask("ko"), ask("en"), ask("ko"))
    assert first.content == third.content
    assert second.content != ""


def test_most_of_the_second_prompt_comes_from_the_prefix_cache(real_model):
    model = OpenAICompatibleModel(url=real_model.runner_url, model=real_model.name)
    _, second = run(model, ask("ko"), ask("en"))
    assert second.cached_tokens > second.prompt_tokens / 2


def test_both_protocols_give_the_same_reply(real_model, model):
    other = OpenAICompatibleModel(url=real_model.runner_url, model=real_model.name)
    assert json.loads(run(model, ask("ko"))[0].content) == json.loads(run(other, ask("ko"))[0].content)


def test_a_reply_that_reaches_the_token_limit_is_cut_and_no_reply(model):
    with pytest.raises(ReplyCut):
        run(model, ask("ko", options=ChatOptions(num_predict=5)))


def test_another_model_is_missing(real_model):
    with pytest.raises(ModelMissing):
        run(OllamaModel(url=real_model.url, model="none:1b"), ask("ko"))


def test_a_prompt_beyond_the_servers_context_is_too_long(real_model):
    generous = OllamaModel(url=real_model.url, model=real_model.name, options=ModelOptions(num_ctx=200_000))
    flood = (ChatMessage(role="user", content="신청서 " * 9000),)
    with pytest.raises(ModelTooLong):
        run(generous, ask("ko", messages=flood))


def test_a_question_of_one_token_shows_what_the_model_weighed(model):
    request = ask("ko", schema=None, top_logprobs=5, may_be_cut=True, options=ChatOptions(num_predict=1))
    reply = run(model, request)[0]
    assert len(reply.logprobs) == 1
    assert len(reply.logprobs[0].alternatives) == 5


def test_hanging_up_frees_the_models_slot(model):
    long = ask(
        "ko", schema=None, options=ChatOptions(num_predict=4000, temperature=1.0), deadline_seconds=300
    )

    async def calls() -> ChatReply:
        call = asyncio.create_task(model.chat(long))
        await asyncio.sleep(2)
        call.cancel()
        await asyncio.wait([call])
        return await model.chat(ask("ko", deadline_seconds=30))

    assert asyncio.run(calls()).content


def test_the_doctor_finds_the_real_stack_well(model):
    found = asyncio.run(RuntimeProbe(model=model, deadline_seconds=60).findings())
    assert [(finding.name, finding.state) for finding in found] == [(name, "ok") for name in NAMES]
