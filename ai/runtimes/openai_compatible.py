"""A model behind an OpenAI-compatible server: llama.cpp's llama-server, vLLM."""

import json
from collections.abc import Mapping
from contextlib import aclosing
from hashlib import sha256

from ai.runtimes.client import ModelClient
from ai.runtimes.faults import fault_of_status
from ai.runtimes.options import ModelOptions
from ai.runtimes.port import ChatReply, ChatRequest
from ai.runtimes.reply import ReplyBuilder, check_prompt_fits, parse_logprobs
from ai.runtimes.session import bounded, parse_object
from server.domain.errors import ModelInvalidReply, ModelMissing

DATA = b"data:"
END = b"[DONE]"


class OpenAICompatibleModel(ModelClient):
    """Implements `ServedModel` with the guarantees of the Ollama client.

    Such a server loads its model when it starts, so context and threads are its own settings:
    `num_ctx` must say what it was started with. Its digest is made of what /v1/models says
    about the model; a server that says nothing but the name gives no better one.
    """

    accepted_path = "/v1"

    async def chat(self, request: ChatRequest) -> ChatReply:
        """One streamed call; see `LanguageModel.chat`."""
        check_prompt_fits(request, self._options.num_ctx)
        reply = ReplyBuilder(request=request)
        payload = chat_payload(self._model, self._options, request)
        async with bounded(request.deadline_seconds):
            if not self._digest:
                await self._learn_digest()
            async with aclosing(self._session.lines("/v1/chat/completions", payload)) as lines:
                async for line in lines:
                    read_event(line, reply)
                    if reply.done:
                        break
        return reply.finish()

    async def preload(self, *, deadline_seconds: float = 30.0) -> None:
        """Check that the server has the model and learn its digest."""
        async with bounded(deadline_seconds):
            await self._learn_digest()

    async def describe_server(self, *, deadline_seconds: float) -> str:
        """There is no common question for a version, so only that it answers."""
        async with bounded(deadline_seconds):
            await self._session.ask("GET", "/v1/models")
        return "an OpenAI-compatible server"

    async def loaded_context(self, *, deadline_seconds: float) -> int | None:
        """Such a server has its model loaded while it runs; its context is told by llama-server only."""
        async with bounded(deadline_seconds):
            entry = await self._entry()
        meta = entry.get("meta")
        return (_whole(meta.get("n_ctx")) or 0) if isinstance(meta, dict) else 0

    async def _learn_digest(self) -> None:
        entry = await self._entry()
        known = {name: entry.get(name) for name in ("id", "root", "meta")}
        self._digest = sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()

    async def _entry(self) -> dict[str, object]:
        """What the server lists of the model. Raises ModelMissing."""
        listed = (await self._session.ask("GET", "/v1/models")).get("data")
        for entry in listed if isinstance(listed, list) else []:
            if isinstance(entry, dict) and entry.get("id") == self._model:
                return entry
        raise ModelMissing(
            f"the model server does not have {self._model}",
            remedy="set GENERATION_MODEL to a name of /v1/models",
        )


def chat_payload(model: str, options: ModelOptions, request: ChatRequest) -> dict[str, object]:
    """One streamed call without thinking (templates that know no such switch ignore it)."""
    wanted = request.options
    payload: dict[str, object] = {
        "model": model,
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": options.temperature if wanted.temperature is None else wanted.temperature,
        "seed": options.seed if wanted.seed is None else wanted.seed,
        "max_tokens": options.num_predict if wanted.num_predict is None else wanted.num_predict,
        "chat_template_kwargs": {"enable_thinking": False},
    }
    if request.schema is not None:
        schema = {"name": "reply", "strict": True, "schema": dict(request.schema)}
        payload["response_format"] = {"type": "json_schema", "json_schema": schema}
    if request.top_logprobs:
        payload |= {"logprobs": True, "top_logprobs": request.top_logprobs}
    return payload


def read_event(line: bytes, reply: ReplyBuilder) -> None:
    """Add one server-sent event to the reply. `reasoning_content` is not read.

    Raises the fault of an error event, and ModelInvalidReply for what is no chat chunk.
    """
    if line.startswith(b":"):  # a comment that keeps the connection open
        return
    if not line.startswith(DATA):
        raise ModelInvalidReply("the reply is no stream of events")
    data = line.removeprefix(DATA).strip()
    if data == END:
        reply.done = reply.finish_reason is not None
        return
    value = parse_object(data)
    if "error" in value:
        raise fault_of_status(500, json.dumps(value["error"]))
    _read_counts(value, reply)
    choices = value.get("choices")
    if not isinstance(choices, list):
        raise ModelInvalidReply("the reply is no chat reply")
    for choice in choices:
        _read_choice(choice, reply)


def _read_choice(choice: object, reply: ReplyBuilder) -> None:
    if not isinstance(choice, dict) or not isinstance(choice.get("delta"), dict):
        raise ModelInvalidReply("the reply is no chat reply")
    reply.add(choice["delta"].get("content") or "")
    weighed = choice.get("logprobs")
    if isinstance(weighed, dict) and weighed.get("content"):
        reply.logprobs += parse_logprobs(weighed["content"])
    if choice.get("finish_reason") is not None:
        reply.finish_reason = choice["finish_reason"]


def _read_counts(value: Mapping[str, object], reply: ReplyBuilder) -> None:
    """`usage` is common to all servers; `timings` is llama-server's own."""
    usage, timings = value.get("usage"), value.get("timings")
    if isinstance(usage, dict):
        details = usage.get("prompt_tokens_details")
        reply.prompt_tokens = _whole(usage.get("prompt_tokens"))
        reply.output_tokens = _whole(usage.get("completion_tokens"))
        reply.cached_tokens = _whole(details.get("cached_tokens")) if isinstance(details, dict) else None
    if isinstance(timings, dict):
        if reply.cached_tokens is None:
            reply.cached_tokens = _whole(timings.get("cache_n"))
        reply.prompt_ms = _number(timings.get("prompt_ms"))
        reply.output_ms = _number(timings.get("predicted_ms"))


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
