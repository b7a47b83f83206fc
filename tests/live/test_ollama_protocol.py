"""One suite for the fake and the real stack: the fake may not be kinder than the real thing."""

import json
from dataclasses import dataclass

import httpx
import pytest

from tests.fakes.ollama import FakeOllama

SCHEMA = {
    "type": "object",
    "properties": {
        "items": {"type": "array", "maxItems": 2, "items": {"type": "string", "enum": ["가위", "풀"]}}
    },
    "required": ["items"],
}


@dataclass(frozen=True)
class Server:
    url: str
    model: str

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.url + path, trust_env=False)

    def post(self, path: str, **body) -> httpx.Response:
        return httpx.post(self.url + path, json={"model": self.model} | body, timeout=120, trust_env=False)

    def chat(self, **body) -> httpx.Response:
        messages = [{"role": "user", "content": "조항: 가위와 풀을 낸다. 답:"}]
        return self.post("/api/chat", **({"messages": messages, "format": SCHEMA} | body))


@pytest.fixture(
    params=[pytest.param("fake", marks=pytest.mark.loopback), pytest.param("real", marks=pytest.mark.model)]
)
def server(request):
    if request.param == "real":
        real = request.getfixturevalue("real_model")
        yield Server(real.url, real.name)
    else:
        with FakeOllama() as fake:
            yield Server(fake.url, "fake:latest")


def test_it_names_itself(server):
    assert server.get("/").text == "Ollama is running"
    assert server.get("/api/version").json()["version"]
    assert server.get("/api/nothing").status_code == 404


def test_it_lists_its_model_with_a_digest(server):
    entry = server.get("/api/tags").json()["models"][0]
    assert entry["name"] == server.model
    assert len(entry["digest"]) == 64


def test_it_shows_what_the_model_can_do(server):
    shown = server.post("/api/show").json()
    assert "completion" in shown["capabilities"]
    architecture = shown["model_info"]["general.architecture"]
    assert shown["model_info"][f"{architecture}.context_length"] > 0


def test_a_call_without_messages_loads_the_model_and_is_one_object(server):
    loaded = server.post("/api/chat", messages=[]).json()
    assert (loaded["done"], loaded["done_reason"], loaded["message"]["content"]) == (True, "load", "")
    assert server.get("/api/ps").json()["models"][0]["context_length"] > 0


def test_keeping_it_alive_for_no_time_unloads_it(server):
    assert server.post("/api/chat", messages=[], keep_alive=0).json()["done_reason"] == "unload"


def test_a_reply_is_streamed_unless_asked_otherwise(server):
    reply = server.chat()
    assert reply.headers["content-type"] == "application/x-ndjson"
    *pieces, last = [json.loads(line) for line in reply.text.splitlines()]
    assert not any(piece["done"] for piece in pieces)
    assert (last["done"], last["done_reason"]) == (True, "stop")
    assert last["prompt_eval_count"] > 0
    assert last["eval_count"] > 0
    content = "".join(piece["message"]["content"] for piece in [*pieces, last])
    assert set(json.loads(content)["items"]) <= {"가위", "풀"}


def test_a_reply_that_is_not_streamed_is_one_object(server):
    reply = server.chat(stream=False).json()
    assert reply["done"] is True
    assert "items" in json.loads(reply["message"]["content"])


def test_the_token_limit_ends_a_reply_with_length(server):
    reply = server.chat(stream=False, options={"num_predict": 3}).json()
    assert (reply["done"], reply["done_reason"]) == (True, "length")


def test_think_false_is_accepted_and_true_is_refused(server):
    assert server.chat(think=False).status_code == 200
    refused = server.chat(think=True)
    assert (refused.status_code, refused.json()["error"]) == (
        400,
        f'"{server.model}" does not support thinking',
    )


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"model": "other"}, 404, "model 'other' not found"),
        ({"model": ""}, 400, "model is required"),
        ({"format": "yaml"}, 500, "invalid format"),
        ({"options": {"num_predict": "five"}}, 500, 'option "num_predict" must be of type integer'),
        ({"top_logprobs": 21, "logprobs": True}, 400, "top_logprobs must be between 0 and 20"),
    ],
)
def test_what_is_refused_is_refused_with_the_same_words(server, body, status, words):
    refused = server.chat(**body)
    assert refused.status_code == status
    assert words in refused.json()["error"]


def test_an_empty_or_broken_body_is_refused(server):
    empty = httpx.post(server.url + "/api/chat", trust_env=False)
    assert (empty.status_code, empty.json()["error"]) == (400, "missing request body")
    assert httpx.post(server.url + "/api/chat", content=b"{", trust_env=False).status_code == 400
