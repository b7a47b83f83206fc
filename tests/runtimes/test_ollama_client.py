"""What only the Ollama client does: its fixed requests, the cold load, the digest, vectors."""

import asyncio
import contextlib
import json
import math
import time

import pytest

from ai.runtimes.ollama import OllamaEmbeddings, OllamaModel
from ai.runtimes.options import ModelOptions
from ai.runtimes.port import ChatOptions
from server.domain.errors import EmbedderUnavailable, ModelMissing, ModelTimeout, SettingsError
from tests.fakes.ollama import FakeOllama
from tests.runtimes.conftest import SCHEMA, ask

pytestmark = pytest.mark.loopback
OPTIONS = ModelOptions(num_ctx=8192, num_thread=3, keep_alive="10m")


def sent(fake: FakeOllama) -> list[dict]:
    return [request.body for request in fake.requests if request.path == "/api/chat"]


def test_warm_up_and_calls_send_what_must_never_differ(fake):
    model = OllamaModel(url=fake.url, model="fake", options=OPTIONS)

    async def run() -> None:
        await model.preload(deadline_seconds=5)
        await model.chat(ask())
        await model.chat(ask(options=ChatOptions(temperature=0.7, seed=9, num_predict=32)))

    asyncio.run(run())
    warm, first, second = sent(fake)
    for body in (warm, first, second):
        assert (body["think"], body["truncate"], body["shift"]) == (False, False, False)
        assert body["keep_alive"] == "10m"
        assert (body["options"]["num_ctx"], body["options"]["num_thread"]) == (8192, 3)
    assert (warm["messages"], warm["stream"]) == ([], False)
    assert (first["format"], first["stream"]) == (SCHEMA, True)
    assert first["options"] | {"temperature": 0.0, "seed": 1, "num_predict": 512} == first["options"]
    assert second["options"] | {"temperature": 0.7, "seed": 9, "num_predict": 32} == second["options"]


@pytest.mark.parametrize(
    ("text", "sent_as"), [("30m", "30m"), ("-1", -1), ("0", 0), ("600", 600), ("-1m", "-1m")]
)
def test_a_plain_number_of_seconds_is_sent_as_a_number(fake, text, sent_as):
    model = OllamaModel(url=fake.url, model="fake", options=ModelOptions(keep_alive=text))
    asyncio.run(model.preload(deadline_seconds=5))
    assert sent(fake)[0]["keep_alive"] == sent_as


def test_the_key_of_the_options_changes_with_what_changes_a_reply():
    def key(**changed) -> str:
        return OllamaModel(url="http://127.0.0.1:1", model="m", options=ModelOptions(**changed)).options

    assert json.loads(key()) == {"num_ctx": 4096, "num_predict": 512, "seed": 1, "temperature": 0.0}
    assert key(seed=2) != key()
    assert key(keep_alive="1h", num_thread=2) == key()


def test_building_a_client_opens_no_connection_and_checks_the_address(fake):
    OllamaModel(url=fake.url, model="fake")
    assert fake.requests == []
    with pytest.raises(SettingsError):
        OllamaModel(url=fake.url + "/api/chat", model="fake")


def test_a_cold_load_is_a_timeout_at_once_and_goes_on_beside_later_calls():
    with FakeOllama(load_seconds=0.6) as fake:
        model = OllamaModel(url=fake.url, model="fake")

        async def run() -> int:
            for timeouts in range(20):
                started = time.monotonic()
                with contextlib.suppress(ModelTimeout):
                    await model.chat(ask(deadline_seconds=0.1))
                    return timeouts
                assert time.monotonic() - started < 0.2
            return 20

        assert 1 <= asyncio.run(run()) < 20
        loads = [body for body in sent(fake) if not body["messages"]]
        assert len(loads) == 1, "one load at a time, however many calls wait for it"


def test_closing_ends_a_load_that_goes_on_aside():
    with FakeOllama(load_seconds=60) as fake:
        model = OllamaModel(url=fake.url, model="fake")

        async def run() -> int:
            with pytest.raises(ModelTimeout):
                await model.chat(ask(deadline_seconds=0.1))
            await asyncio.sleep(0.05)
            await model.close()
            return len(asyncio.all_tasks())

        assert asyncio.run(run()) == 1
        time.sleep(0.1)
        assert (fake.open_calls, fake.open_connections) == (0, 0)


def test_the_digest_is_asked_for_once_and_forgotten_when_the_model_goes(fake):
    model = OllamaModel(url=fake.url, model="fake:latest")

    async def run() -> None:
        assert model.digest == ""
        await model.chat(ask())
        await model.chat(ask())
        assert len(model.digest) == 64
        fake.model = None
        with pytest.raises(ModelMissing):
            await model.chat(ask())
        assert model.digest == ""
        fake.model = "fake"
        await model.chat(ask())
        assert len(model.digest) == 64

    asyncio.run(run())
    assert [request.path for request in fake.requests].count("/api/tags") == 2


def test_the_server_says_what_it_has(fake):
    model = OllamaModel(url=fake.url, model="fake")

    async def run() -> tuple[str, int | None]:
        return await model.describe_server(deadline_seconds=5), await model.loaded_context(deadline_seconds=5)

    assert asyncio.run(run()) == ("Ollama 0.32.7", 4096)


def test_a_caller_whose_own_timer_ends_first_gets_a_cold_model_loaded_all_the_same():
    with FakeOllama(load_seconds=0.3) as fake:
        model = OllamaModel(url=fake.url, model="fake")

        async def run() -> int:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await model.chat(ask(deadline_seconds=0.1))
            await asyncio.sleep(0.6)
            return len((await model.chat(ask(deadline_seconds=1))).content)

        assert asyncio.run(run())


def test_texts_become_vectors_of_one_length(fake):
    embeddings = OllamaEmbeddings(url=fake.url, model="fake")
    first, second, again = embeddings.embed(["신분증", "계약서", "신분증"])
    assert len(first) == len(second)
    assert first == again != second
    assert math.isclose(math.hypot(*first), 1.0)
    assert len(embeddings.digest()) == 64
    embeddings.close()


def test_no_text_makes_no_call(fake):
    assert OllamaEmbeddings(url=fake.url, model="fake").embed([]) == []
    assert fake.requests == []


def test_an_embedding_model_that_is_not_there_is_unavailable_with_a_remedy(fake):
    embeddings = OllamaEmbeddings(url=fake.url, model="other")
    for call in (lambda: embeddings.embed(["가"]), embeddings.digest):
        with pytest.raises(EmbedderUnavailable) as caught:
            call()
        assert caught.value.remedy


@pytest.mark.parametrize(
    "vectors", [None, [], [[1.0]], [[1.0], [1.0, 2.0]], [[], []], [["a"], ["b"]], [1.0, 2.0]]
)
def test_malformed_vectors_are_no_vectors(fake, vectors):
    fake.vectors = vectors
    with pytest.raises(EmbedderUnavailable):
        OllamaEmbeddings(url=fake.url, model="fake").embed(["가", "나"])


def test_vectors_that_do_not_come_in_time_are_unavailable(fake):
    fake.embed_seconds = 5.0
    started = time.monotonic()
    with pytest.raises(EmbedderUnavailable):
        OllamaEmbeddings(url=fake.url, model="fake").embed(["가"], deadline_seconds=0.2)
    assert time.monotonic() - started < 2.0
