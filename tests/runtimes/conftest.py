"""Both clients of model servers, on the fake."""

from collections.abc import Callable, Iterator

import pytest

from ai.runtimes.ollama import OllamaModel
from ai.runtimes.openai_compatible import OpenAICompatibleModel
from ai.runtimes.port import ChatMessage, ChatRequest, ServedModel
from tests.fakes.ollama import FakeOllama

NAMES = ("신분증", "임대차계약서 사본", "위임장")
SCHEMA = {
    "type": "object",
    "properties": {
        "items": {"type": "array", "maxItems": 8, "items": {"type": "string", "enum": list(NAMES)}}
    },
    "required": ["items"],
    "additionalProperties": False,
}
CLIENTS: dict[str, Callable[..., ServedModel]] = {"ollama": OllamaModel, "openai": OpenAICompatibleModel}


def ask(*, deadline_seconds: float = 5.0, text: str = "신청인은 신분증을 제출한다.", **more) -> ChatRequest:
    messages = (ChatMessage(role="system", content="Pick."), ChatMessage(role="user", content=text))
    return ChatRequest(
        **{"messages": messages, "deadline_seconds": deadline_seconds, "schema": SCHEMA} | more
    )


@pytest.fixture
def fake() -> Iterator[FakeOllama]:
    with FakeOllama() as server:
        yield server


@pytest.fixture(params=sorted(CLIENTS))
def make_model(request: pytest.FixtureRequest) -> Callable[..., ServedModel]:
    return CLIENTS[request.param]
