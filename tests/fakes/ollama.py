"""A complete fake of a model server on loopback; it speaks Ollama's API and the OpenAI-compatible one.

In a test:            with FakeOllama(behaviour="slow:5") as fake: … fake.url … fake.calls …
In another process:   python -m tests.fakes.ollama --port 0 --behaviour slow:5   (prints the URL)
"""

import argparse
import asyncio
import contextlib
import threading
from dataclasses import dataclass
from typing import Any, Literal, Self

from tests.fakes import model_api as api
from tests.fakes.model_behaviours import Behaviour, behaviour
from tests.fakes.model_errors import TOO_LONG
from tests.fakes.model_http import HttpRequest, HttpResponse, closed_by_client, read_request
from tests.fakes.model_wire import Exchange, OllamaExchange, OpenAIExchange, token_count

CHAT = {"/api/chat": OllamaExchange, "/v1/chat/completions": OpenAIExchange}


@dataclass(kw_only=True)
class Received:
    """One request as it came, and how it ended."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    outcome: Literal["open", "served", "aborted"] = "open"  # aborted: the client left before the end


class FakeOllama:
    """Runs in its own thread. `behaviour` may be changed at any time; counts may be read at any time."""

    def __init__(
        self,
        *,
        behaviour: Behaviour | str = "pick",
        model: str | None = "fake",  # None: the server has no model at all
        port: int = 0,
        parallel: int = 1,  # calls the model serves at a time; the others wait, as in Ollama
        load_seconds: float = 0.0,  # the first call waits for the load; leaving aborts it
        context_tokens: int = 32_768,
        thinks: bool = False,
        version: str = "0.32.7",
    ) -> None:
        self.behaviour = behaviour
        self.model = model
        self.vectors: object = ...  # sent as embeddings, whatever they are; ... makes good ones
        self.embed_seconds = 0.0
        self.loaded_context = 4096  # as /api/ps tells it
        self.requests: list[Received] = []
        self.open_connections = 0
        self.most_at_once = 0
        self._port = port
        self._parallel = parallel
        self._load_seconds = load_seconds
        self._context_tokens = context_tokens
        self._thinks = thinks
        self._version = version
        self._loaded = load_seconds == 0
        self._last_prompt = ""
        self._ready = threading.Event()
        self._reached = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def chats(self) -> list[Received]:
        """The chat calls that asked the model for something (loading is not one)."""
        return [request for request in self.requests if request.path in CHAT and request.body.get("messages")]

    @property
    def calls(self) -> int:
        return len(self.chats)

    @property
    def open_calls(self) -> int:
        return sum(request.outcome == "open" for request in self.requests)

    @property
    def aborted(self) -> int:
        return sum(request.outcome == "aborted" for request in self.requests)

    def wait_for_call(self, *, timeout_seconds: float = 5.0) -> bool:
        """Block until a chat call has reached its behaviour."""
        return self._reached.wait(timeout_seconds)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._slots = asyncio.Semaphore(self._parallel)
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._connection, "127.0.0.1", self._port)
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.open_connections += 1
        try:
            while request := await read_request(reader):
                if not await self._serve_one(request, reader, HttpResponse(writer)):
                    break
        finally:
            self.open_connections -= 1
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _serve_one(
        self, request: HttpRequest, reader: asyncio.StreamReader, response: HttpResponse
    ) -> bool:
        """Answer one request; False when the client left."""
        received = Received(path=request.path, headers=request.headers, body={})
        self.requests.append(received)
        work = asyncio.ensure_future(self._route(request, received, response))
        gone = asyncio.ensure_future(closed_by_client(reader))
        try:
            await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            served = work.done() and not work.cancelled()
            received.outcome = "served" if served else "aborted"
            for task in (work, gone):
                task.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)
        return served

    async def _route(self, request: HttpRequest, received: Received, response: HttpResponse) -> None:
        with contextlib.suppress(ConnectionError):
            try:
                await self._answer(request, received, response)
            except api.RequestRefused as refused:
                await response.json(refused.status, {"error": refused.text})

    async def _answer(self, request: HttpRequest, received: Received, response: HttpResponse) -> None:
        if request.method != "POST":
            await self._describe(request.path, response)
            return
        body = received.body = api.parse_body(request.body)
        api.check_model(body, self.model)
        match request.path:
            case "/api/show":
                shown = api.show(context_tokens=self._context_tokens, thinks=self._thinks)
                await response.json(200, shown)
            case "/api/embed":
                await asyncio.sleep(self.embed_seconds)
                made = api.embeddings(body)
                await response.json(200, made if self.vectors is ... else made | {"embeddings": self.vectors})
            case "/api/chat" if not body.get("messages"):
                await self._load(body, response)
            case path if path in CHAT:
                api.check_chat(body, thinks=self._thinks)
                await self._chat(CHAT[path], body, response)
            case _:
                await response.json(404, {"error": "not found"})

    async def _describe(self, path: str, response: HttpResponse) -> None:
        entries = [api.model_entry(self.model)] if self.model else []
        match path:
            case "/":
                await response.whole(200, b"Ollama is running", "text/plain; charset=utf-8")
            case "/api/version":
                await response.json(200, {"version": self._version})
            case "/api/tags":
                await response.json(200, {"models": entries})
            case "/api/ps":
                running = (
                    [entry | {"context_length": self.loaded_context} for entry in entries]
                    if self._loaded
                    else []
                )
                await response.json(200, {"models": running})
            case "/v1/models":
                await response.json(
                    200, {"data": [{"id": self.model, "object": "model"}] if self.model else []}
                )
            case "/health":
                await response.json(200, {"status": "ok"})
            case _:
                await response.json(404, {"error": "not found"})

    async def _load(self, body: dict[str, Any], response: HttpResponse) -> None:
        if api.unloads(body):
            self._loaded = self._load_seconds == 0
            await response.json(200, api.loaded_reply(body, "unload"))
            return
        await self._wait_for_load()
        await response.json(200, api.loaded_reply(body, "load"))

    async def _wait_for_load(self) -> None:
        async with self._loading:
            if not self._loaded:
                await asyncio.sleep(self._load_seconds)
                self._loaded = True

    async def _chat(self, kind: type[Exchange], body: dict[str, Any], response: HttpResponse) -> None:
        await self._wait_for_load()
        prompt = "\n".join(message["content"] for message in body["messages"])
        tokens = token_count(prompt)
        context = int((body.get("options") or {}).get("num_ctx", self._context_tokens))
        call = kind(body=body, response=response, prompt_tokens=tokens, cached_tokens=self._cached(prompt))
        if tokens > context:
            if body.get("truncate", True) is False or kind is OpenAIExchange:
                await call.fail(400, TOO_LONG)
                return
            call.prompt_tokens = context // 2  # old messages are dropped without a word
        async with self._slots:
            self.most_at_once = max(self.most_at_once, self._parallel - self._slots._value)
            self._reached.set()
            chosen = self.behaviour
            await (behaviour(chosen) if isinstance(chosen, str) else chosen)(call)

    def _cached(self, prompt: str) -> int:
        """Tokens shared with the beginning of the last prompt, as one slot's cache has them."""
        pairs = zip(prompt, self._last_prompt, strict=False)
        same = next((index for index, (new, old) in enumerate(pairs) if new != old), len(self._last_prompt))
        self._last_prompt = prompt
        return token_count(prompt[:same])


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="A fake model server for tests.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--behaviour", default="pick", help="pick, slow:5, hang, error:503, …")
    parser.add_argument("--model", default="fake")
    parser.add_argument("--parallel", type=int, default=1)
    parser.add_argument("--load-seconds", type=float, default=0.0)
    options = parser.parse_args()
    behaviour(options.behaviour)  # an unknown name ends the program before it serves
    with contextlib.suppress(KeyboardInterrupt), FakeOllama(**vars(options)) as fake:
        print(fake.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
