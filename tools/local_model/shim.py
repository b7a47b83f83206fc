"""Ollama's API, as far as clausecard uses it, over one runner of llama.cpp."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from time import perf_counter_ns
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from tools.local_model.translate import Json, Refused, chat_line, now, runner_request, whole_reply
from tools.local_model.weights import Weights

VERSION = "0.32.7"  # of the Ollama server that is mirrored
STOPPED = (
    "model runner has unexpectedly stopped, this may be due to resource limitations or an internal error, "
    "check ollama server logs for details"
)
GONE = Response(status_code=499)  # nobody is there to read it


def with_tag(name: str) -> str:
    """A name without a tag means ":latest"."""
    return name if ":" in name else f"{name}:latest"


class Shim:
    """One model, one slot, as an Ollama server with its defaults has them."""

    def __init__(self, *, weights: Weights, runner_url: str, context_tokens: int) -> None:
        self._weights = weights
        self._context_tokens = context_tokens
        self._runner = httpx.AsyncClient(base_url=runner_url, timeout=None, trust_env=False)  # noqa: S113  a person waits
        self._slot = asyncio.Semaphore(1)
        self._loaded = False

    def app(self) -> Starlette:
        """The routes."""
        return Starlette(
            routes=[
                Route("/", lambda _: PlainTextResponse("Ollama is running"), methods=["GET", "HEAD"]),
                Route("/api/version", lambda _: JSONResponse({"version": VERSION})),
                Route(
                    "/api/tags", lambda _: JSONResponse({"models": [self._entry() | {"modified_at": now()}]})
                ),
                Route("/api/ps", self._running),
                Route("/api/show", self._show, methods=["POST"]),
                Route("/api/chat", self._chat, methods=["POST"]),
            ],
            exception_handlers={Refused: _refusal, 404: _not_found},
        )

    def _entry(self) -> Json:
        weights = self._weights
        return {
            "name": weights.name,
            "model": weights.name,
            "digest": weights.sha256,
            "size": weights.size,
            "details": self._details(),
        }

    def _details(self) -> Json:
        size = self._weights.parameters
        return {"format": "gguf", "family": "qwen2", "parameter_size": size, "quantization_level": "Q4_K_M"}

    def _running(self, _: Request) -> Response:
        entry = self._entry() | {"size_vram": 0, "expires_at": now(), "context_length": self._context_tokens}
        return JSONResponse({"models": [entry] if self._loaded else []})

    async def _show(self, request: Request) -> Response:
        await self._read(request)
        info = {"general.architecture": "qwen2", "qwen2.context_length": 32_768}
        capabilities = ["completion", "tools"]
        return JSONResponse({"details": self._details(), "model_info": info, "capabilities": capabilities})

    async def _read(self, request: Request) -> Json:
        raw = await request.body()
        if not raw:
            raise Refused(400, "missing request body")
        try:
            body: Json = json.loads(raw)
        except ValueError as error:
            raise Refused(400, str(error)) from error
        name = body.get("model") or body.get("name") or ""
        if not name:
            raise Refused(400, "model is required")
        if with_tag(name) != with_tag(self._weights.name):
            raise Refused(404, f"model '{name}' not found")
        return body

    async def _chat(self, request: Request) -> Response:
        body = await self._read(request)
        if not body.get("messages"):
            self._loaded = body.get("keep_alive") not in (0, "0", "0s")
            message = {"role": "assistant", "content": ""}
            reason = "load" if self._loaded else "unload"
            done = {"done": True, "done_reason": reason}
            return JSONResponse({"model": body["model"], "created_at": now(), "message": message, **done})
        self._loaded = True
        lines = self._lines(body["model"], runner_request(body))
        try:
            first = await _unless_gone(request, anext(lines))
        except asyncio.CancelledError:
            await lines.aclose()
            return GONE
        if body.get("stream", True) is False:
            rest = await _unless_gone(request, _collect(first, lines))
            return JSONResponse(whole_reply(rest))
        return StreamingResponse(_stream(first, lines), media_type="application/x-ndjson")

    async def _lines(self, model: str, asked: Json) -> AsyncIterator[Json]:
        """The reply's lines; the slot is held until the last one or until the caller is gone."""
        started = perf_counter_ns()
        try:
            async with self._slot, self._runner.stream("POST", "/v1/chat/completions", json=asked) as reply:
                if reply.status_code != httpx.codes.OK:
                    raise Refused(
                        reply.status_code, (await reply.aread()).decode().strip()
                    )  # raw, as Ollama does
                async for event in reply.aiter_lines():
                    if event.startswith("data: ") and event != "data: [DONE]":
                        line = chat_line(model, json.loads(event[6:]), perf_counter_ns() - started)
                        if line:
                            yield line
        except httpx.HTTPError as error:
            raise Refused(500, STOPPED) from error


async def _collect(first: Json, lines: AsyncIterator[Json]) -> list[Json]:
    return [first, *[line async for line in lines]]


async def _stream(first: Json, lines: Any) -> AsyncIterator[bytes]:  # noqa: ANN401  an async generator
    """After the first byte an error is a bare line, and the status stays 200."""
    async with aclosing(lines):
        yield _frame(first)
        try:
            async for line in lines:
                yield _frame(line)
        except Refused as refused:
            yield _frame({"error": refused.text})


def _frame(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


async def _unless_gone(request: Request, work: Any) -> Any:  # noqa: ANN401  any awaitable, its own result
    """The work's result; CancelledError when the client hangs up first."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_hang_up(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
        return await task
    finally:
        gone.cancel()


async def _hang_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _refusal(_: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)  # noqa: S101  registered for this class only
    return JSONResponse({"error": refused.text}, status_code=refused.status)


def _not_found(_: Request, __: Exception) -> Response:
    return JSONResponse({"error": "not found"}, status_code=404)
