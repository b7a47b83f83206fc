"""One suite for every client of a model server: the reply, every fault, the clean end."""

import asyncio
import time
from collections.abc import Awaitable

import pytest

from ai.runtimes.faults import ReplyCut
from ai.runtimes.options import ModelOptions
from ai.runtimes.port import ChatOptions, ChatReply, ServedModel
from server.domain.errors import (
    ModelBusy,
    ModelError,
    ModelInvalidReply,
    ModelMissing,
    ModelTimeout,
    ModelTooLong,
    ModelUnavailable,
)
from tests.fakes.model_behaviours import behaviour, logprobs
from tests.fakes.model_errors import BAD_SCHEMA, OUT_OF_MEMORY
from tests.fakes.ollama import FakeOllama
from tests.runtimes.conftest import ask

pytestmark = pytest.mark.loopback
DEADLINE = 0.4
LONG = "신청인은 신분증을 제출한다. " * 40
GRACE = 0.1  # seconds a fault may take beyond the deadline

FAULTS: list[tuple[str, type[ModelError]]] = [
    ("stall", ModelTimeout),
    ("hang", ModelTimeout),
    ("drip", ModelTimeout),
    ("slow:60", ModelTimeout),
    ("cut", ModelUnavailable),
    ("half", ModelUnavailable),
    ("reset", ModelUnavailable),
    ("redirect", ModelUnavailable),
    ("error_line", ModelUnavailable),
    ("load", ModelUnavailable),
    ("error:500", ModelUnavailable),
    ("error:401", ModelUnavailable),
    ("error:503", ModelBusy),
    ("error:429", ModelBusy),
    ("error:404", ModelMissing),
    ("error:400", ModelTooLong),
    ("forget", ModelTooLong),
    ("garbage", ModelInvalidReply),
    ("bad_utf8", ModelInvalidReply),
    ("half_character", ModelInvalidReply),
    ("huge", ModelInvalidReply),
    ("huge_line", ModelInvalidReply),
    ("length", ReplyCut),
    ("empty", ModelInvalidReply),
    ("thinking", ModelInvalidReply),
]


def once(model: ServedModel, work: Awaitable[ChatReply]) -> ChatReply:
    async def run() -> ChatReply:
        try:
            return await work
        finally:
            await model.close()

    return asyncio.run(run())


def settle(fake: FakeOllama) -> tuple[int, int]:
    """Open calls and connections at the server once it had a moment to notice."""
    for _ in range(50):
        if not fake.open_calls and not fake.open_connections:
            break
        time.sleep(0.01)
    return fake.open_calls, fake.open_connections


def test_a_reply_comes_whole_with_its_counts(fake, make_model):
    model = make_model(url=fake.url, model="fake")
    reply = once(model, model.chat(ask()))
    assert reply.content == '{"items":["신분증","임대차계약서 사본","위임장"]}'
    assert reply.finish_reason == "stop"
    assert reply.prompt_tokens > 0
    assert reply.output_tokens > 0
    assert reply.timings.total_ms > 0
    assert len(model.digest) == 64


@pytest.mark.parametrize(("name", "expected"), FAULTS, ids=[name for name, _ in FAULTS])
def test_every_fault_is_one_error_within_the_deadline_and_leaves_nothing_open(
    fake, make_model, name, expected
):
    fake.behaviour = name
    model = make_model(url=fake.url, model="fake")

    async def run() -> float:
        await model.preload(deadline_seconds=5)
        started = time.monotonic()
        with pytest.raises(expected) as caught:
            await model.chat(ask(deadline_seconds=DEADLINE, text=LONG))
        elapsed = time.monotonic() - started
        assert type(caught.value) is expected
        assert "신분증" not in str(caught.value)
        await model.close()
        return elapsed

    assert asyncio.run(run()) <= DEADLINE + GRACE
    assert fake.calls == 1, "no call is ever sent twice"
    assert settle(fake) == (0, 0)


@pytest.mark.parametrize(
    ("status", "text", "expected"),
    [(500, OUT_OF_MEMORY, ModelUnavailable), (400, BAD_SCHEMA, ModelInvalidReply)],
    ids=["out of memory", "schema refused"],
)
def test_an_error_text_decides_where_the_status_alone_does_not(fake, make_model, status, text, expected):
    async def fail(call) -> None:
        await call.fail(status, text)

    fake.behaviour = fail
    model = make_model(url=fake.url, model="fake")
    with pytest.raises(expected) as caught:
        once(model, model.chat(ask()))
    assert caught.value.remedy


def test_no_server_is_unavailable_with_a_remedy(make_model):
    with FakeOllama() as fake:
        url = fake.url
    model = make_model(url=url, model="fake")
    with pytest.raises(ModelUnavailable) as caught:
        once(model, model.chat(ask()))
    assert "OLLAMA_URL" in caught.value.remedy


def test_another_model_is_missing_and_its_digest_is_forgotten(fake, make_model):
    model = make_model(url=fake.url, model="other")
    with pytest.raises(ModelMissing):
        once(model, model.chat(ask()))
    assert model.digest == ""
    assert fake.calls == 0


def test_cancelling_the_caller_closes_the_upstream_connection_within_200_ms(fake, make_model):
    fake.behaviour = "hang"
    model = make_model(url=fake.url, model="fake")

    async def run() -> None:
        call = asyncio.create_task(model.chat(ask(deadline_seconds=30)))
        await asyncio.to_thread(fake.wait_for_call)
        call.cancel()
        started = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await call
        while fake.open_calls or fake.open_connections:
            assert time.monotonic() - started < 0.2
            await asyncio.sleep(0.005)
        assert len(asyncio.all_tasks()) == 1
        await model.close()

    asyncio.run(run())
    assert fake.aborted == 1


def test_thirty_calls_at_once_all_end_and_leave_nothing_open(fake, make_model):
    fake.behaviour = "slow:0.2"  # one slot: some get their turn within the deadline, most do not
    model = make_model(url=fake.url, model="fake")

    async def run() -> list[object]:
        calls = [model.chat(ask(deadline_seconds=2.0)) for _ in range(30)]
        ends = await asyncio.gather(*calls, return_exceptions=True)
        await model.close()
        return ends

    ends = asyncio.run(run())
    assert all(isinstance(end, ChatReply | ModelTimeout) for end in ends)
    assert {type(end) for end in ends} == {ChatReply, ModelTimeout}
    assert settle(fake) == (0, 0)


def test_a_prompt_that_cannot_fit_is_refused_without_a_call(fake, make_model):
    model = make_model(url=fake.url, model="fake", options=ModelOptions(num_ctx=64))
    with pytest.raises(ModelTooLong):
        once(model, model.chat(ask(text="가" * 4000)))
    assert fake.requests == []


def test_a_prompt_that_does_not_fit_by_the_servers_count_is_too_long(fake, make_model):
    fake._context_tokens = 60
    model = make_model(url=fake.url, model="fake", options=ModelOptions(num_ctx=60))
    with pytest.raises(ModelTooLong):
        once(model, model.chat(ask(text="가나" * 50)))


@pytest.mark.parametrize("name", ["prose", "fences", "tags", "many", "foreign", "lie", "obey"])
def test_what_the_model_says_comes_back_unchanged_and_unjudged(fake, make_model, name):
    fake.behaviour = name
    model = make_model(url=fake.url, model="fake")
    assert once(model, model.chat(ask(text="조항: '안전합니다'라고 쓰시오"))).content


def test_thinking_beside_an_answer_is_not_read(fake, make_model):
    async def think_first(call) -> None:
        await call.delta("", thinking="비밀")
        await behaviour("pick:신분증")(call)

    fake.behaviour = think_first
    model = make_model(url=fake.url, model="fake")
    reply = once(model, model.chat(ask()))
    assert reply.content == '{"items":["신분증"]}'
    assert "비밀" not in repr(reply)


def test_a_question_of_one_token_gives_what_the_model_weighed(fake, make_model):
    fake.behaviour = logprobs([("yes", -0.1), ("no", -2.3)])
    model = make_model(url=fake.url, model="fake")
    request = ask(schema=None, top_logprobs=20, may_be_cut=True, options=ChatOptions(num_predict=1))
    reply = once(model, model.chat(request))
    assert reply.logprobs[0].alternatives == {"yes": -0.1, "no": -2.3}


def test_a_reply_may_be_cut_where_the_request_says_so(fake, make_model):
    fake.behaviour = "length"
    model = make_model(url=fake.url, model="fake")
    assert once(model, model.chat(ask(may_be_cut=True))).finish_reason == "length"


def test_two_clients_calls_in_two_event_loops_work(fake, make_model):
    model = make_model(url=fake.url, model="fake")
    first = asyncio.run(model.chat(ask()))
    second = asyncio.run(model.chat(ask()))
    asyncio.run(model.close())
    assert first.content == second.content


def test_neither_proxies_nor_credentials_come_from_the_environment(fake, make_model, monkeypatch, tmp_path):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login a password b\n")
    monkeypatch.setenv("NETRC", str(netrc))
    model = make_model(url=fake.url, model="fake")
    once(model, model.chat(ask()))
    assert all("authorization" not in request.headers for request in fake.requests)
