"""One chat call as a behaviour sees it, spoken in either protocol.

A behaviour says what the model and its server do (`delta`, `finish`, `fail` …); the dialect
turns that into Ollama's lines or into the events of an OpenAI-compatible server.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.model_http import EVENTS, NDJSON, HttpResponse


@dataclass(kw_only=True)
class Exchange:
    """What was asked, and the hands to answer it with."""

    body: dict[str, Any]
    response: HttpResponse
    prompt_tokens: int
    cached_tokens: int
    text: str = ""
    thinking: str = ""
    logprobs: list[dict[str, Any]] = field(default_factory=list)

    @property
    def messages(self) -> list[dict[str, str]]:
        return self.body["messages"]

    @property
    def streamed(self) -> bool:
        raise NotImplementedError

    @property
    def schema(self) -> dict[str, Any] | None:
        raise NotImplementedError

    @property
    def most_tokens(self) -> int:
        """The most tokens the reply may have; below 1 there is no limit."""
        raise NotImplementedError

    def chunk_value(self, text: str, thinking: str, logprobs: list[dict[str, Any]]) -> dict[str, Any]:
        raise NotImplementedError

    def final_value(self, reason: str) -> dict[str, Any]:
        raise NotImplementedError

    def frame(self, value: object) -> bytes:
        raise NotImplementedError

    def error_value(self, status: int, text: str) -> object:
        raise NotImplementedError

    content_type = ""
    last = b""

    async def start(self) -> None:
        """Send the headers of a stream."""
        if self.streamed and not self.response.started:
            await self.response.head(200, self.content_type, "Transfer-Encoding: chunked")

    async def delta(
        self, text: str, *, thinking: str = "", logprobs: list[dict[str, Any]] | None = None
    ) -> None:
        self.text += text
        self.thinking += thinking
        self.logprobs += logprobs or []
        if self.streamed:
            await self.start()
            await self.response.chunk(self.frame(self.chunk_value(text, thinking, logprobs or [])))

    async def finish(self, reason: str = "stop") -> None:
        if not self.streamed:
            await self.response.json(200, self.final_value(reason))
            return
        await self.start()
        await self.response.chunk(self.frame(self.final_value(reason)) + self.last)
        await self.response.end_chunks()

    async def end_early(self) -> None:
        """End the stream in good order without saying that the reply is done."""
        await self.start()
        await self.response.end_chunks()

    async def fail(self, status: int, text: str) -> None:
        """An error: its status before the first byte, a bare line of a 200 after it."""
        if not self.response.started:
            await self.response.json(status, self.error_value(status, text))
            return
        await self.response.chunk(self.frame(self.error_value(status, text)))
        await self.response.end_chunks()

    async def raw(self, data: bytes) -> None:
        """Any bytes inside the stream."""
        await self.start()
        await self.response.chunk(data)


CREATED = {"created_at": "2026-01-01T00:00:00Z"}


class OllamaExchange(Exchange):
    """POST /api/chat."""

    content_type = NDJSON

    @property
    def streamed(self) -> bool:
        return self.body.get("stream", True) is not False

    @property
    def schema(self) -> dict[str, Any] | None:
        wanted = self.body.get("format")
        return wanted if isinstance(wanted, dict) else None

    @property
    def most_tokens(self) -> int:
        return int((self.body.get("options") or {}).get("num_predict", -1))

    def frame(self, value: object) -> bytes:
        return json.dumps(value, ensure_ascii=False).encode() + b"\n"

    def message(self, text: str, thinking: str = "") -> dict[str, str]:
        return {"role": "assistant", "content": text} | ({"thinking": thinking} if thinking else {})

    def chunk_value(self, text: str, thinking: str, logprobs: list[dict[str, Any]]) -> dict[str, Any]:
        value = {
            "model": self.body["model"],
            **CREATED,
            "message": self.message(text, thinking),
            "done": False,
        }
        return value | ({"logprobs": logprobs} if logprobs else {})

    def final_value(self, reason: str) -> dict[str, Any]:
        message = self.message("") if self.streamed else self.message(self.text, self.thinking)
        counts = {"prompt_eval_count": self.prompt_tokens, "eval_count": token_count(self.text)}
        times = {"total_duration": 9_000_000, "load_duration": 1_000_000}
        times |= {"prompt_eval_duration": 5_000_000, "eval_duration": 3_000_000}
        metrics = {name: count for name, count in (times | counts).items() if count}  # Go omits zeros
        done = {"done": True, "done_reason": reason, **metrics}
        logprobs = {"logprobs": self.logprobs} if self.logprobs and not self.streamed else {}
        return {"model": self.body["model"], **CREATED, "message": message, **done, **logprobs}

    def error_value(self, status: int, text: str) -> object:
        del status
        return {"error": text}


class OpenAIExchange(Exchange):
    """POST /v1/chat/completions."""

    content_type = EVENTS
    last = b"data: [DONE]\n\n"

    @property
    def streamed(self) -> bool:
        return self.body.get("stream") is True

    @property
    def schema(self) -> dict[str, Any] | None:
        wanted = self.body.get("response_format") or {}
        return wanted.get("json_schema", {}).get("schema")

    @property
    def most_tokens(self) -> int:
        return int(self.body.get("max_tokens", -1))

    def frame(self, value: object) -> bytes:
        return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"

    def chunk_value(self, text: str, thinking: str, logprobs: list[dict[str, Any]]) -> dict[str, Any]:
        delta = {"content": text} | ({"reasoning_content": thinking} if thinking else {})
        choice: dict[str, Any] = {"index": 0, "delta": delta, "finish_reason": None}
        if logprobs:
            choice["logprobs"] = {"content": logprobs}
        return {"object": "chat.completion.chunk", "model": self.body.get("model"), "choices": [choice]}

    def final_value(self, reason: str) -> dict[str, Any]:
        output = token_count(self.text)
        usage = {"prompt_tokens": self.prompt_tokens, "completion_tokens": output}
        usage |= {"prompt_tokens_details": {"cached_tokens": self.cached_tokens}}
        choice: dict[str, Any] = {"index": 0, "finish_reason": reason}
        choice |= {"delta": {}} if self.streamed else {"message": {"role": "assistant", "content": self.text}}
        return {
            "object": "chat.completion",
            "model": self.body.get("model"),
            "choices": [choice],
            "usage": usage,
        }

    def error_value(self, status: int, text: str) -> object:
        return {"error": {"code": status, "message": text, "type": "server_error"}}


def token_count(text: str) -> int:
    """The fake's own measure of a text: three bytes a token, about right for Korean and English."""
    return len(text.encode()) // 3 + 1 if text else 0
