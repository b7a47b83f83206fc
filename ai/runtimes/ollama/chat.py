"""A model behind an Ollama server."""

import asyncio
import contextlib
from contextlib import aclosing
from time import monotonic

from ai.runtimes.client import ModelClient
from ai.runtimes.ollama.models import loaded_context, model_digest, server_version
from ai.runtimes.ollama.wire import chat_payload, preload_payload, read_line
from ai.runtimes.options import DEFAULTS, ModelOptions
from ai.runtimes.port import ChatReply, ChatRequest
from ai.runtimes.reply import ReplyBuilder, check_prompt_fits
from ai.runtimes.session import bounded
from server.domain.errors import ModelError, ModelMissing, ModelTimeout

DIGEST_AGE_SECONDS = 300.0  # a model that was pulled anew is noticed within this time
LOAD_SECONDS = 300.0  # as long as the server itself gives a load


class OllamaModel(ModelClient):
    """Implements `ServedModel`.

    The digest is asked for once and again after DIGEST_AGE_SECONDS, in front of a call and
    within its deadline; the property itself never waits.
    """

    def __init__(self, *, url: str, model: str, options: ModelOptions = DEFAULTS) -> None:
        super().__init__(url=url, model=model, options=options)
        self._digest_due = 0.0  # monotonic seconds
        self._loading: asyncio.Task[None] | None = None

    async def chat(self, request: ChatRequest) -> ChatReply:
        """One streamed call; see `LanguageModel.chat`."""
        check_prompt_fits(request, self._options.num_ctx)
        reply = ReplyBuilder(request=request)
        payload = chat_payload(self._model, self._options, request)
        try:
            async with bounded(request.deadline_seconds):
                await self._refresh_digest()
                async with aclosing(self._session.lines("/api/chat", payload)) as lines:
                    async for line in lines:
                        read_line(line, reply)
                        if reply.done:
                            break
        except ModelMissing:
            self._digest, self._digest_due = "", 0.0
            raise
        except ModelTimeout:
            self._load_aside()
            raise
        except asyncio.CancelledError:
            if monotonic() - reply.started >= request.deadline_seconds:  # the caller's own timer was first
                self._load_aside()
            raise
        return reply.finish()

    async def preload(self, *, deadline_seconds: float = LOAD_SECONDS) -> None:
        """Load the model with the options of every later call."""
        async with bounded(deadline_seconds):
            self._digest_due = 0.0
            await self._refresh_digest()
            await self._session.ask("POST", "/api/chat", preload_payload(self._model, self._options))

    async def describe_server(self, *, deadline_seconds: float) -> str:
        """`Ollama 0.32.7`."""
        async with bounded(deadline_seconds):
            return f"Ollama {await server_version(self._session)}".rstrip()

    async def loaded_context(self, *, deadline_seconds: float) -> int | None:
        """See `ServedModel.loaded_context`."""
        async with bounded(deadline_seconds):
            return await loaded_context(self._session, self._model)

    async def close(self) -> None:
        """Stop loading aside and close the connections."""
        if self._loading is not None:
            self._loading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._loading
        await super().close()

    async def _refresh_digest(self) -> None:
        if monotonic() >= self._digest_due:
            self._digest = await model_digest(self._session, self._model)
            self._digest_due = monotonic() + DIGEST_AGE_SECONDS

    def _load_aside(self) -> None:
        """After a timeout, let the server finish loading on a call of its own.

        A server gives up a load when the client that asked for it leaves, so a row of short
        deadlines would never get a cold model loaded. One load at a time; where the model is
        loaded already the server answers at once.
        """
        if self._loading is None or self._loading.done():
            self._loading = asyncio.create_task(self._load_quietly())

    async def _load_quietly(self) -> None:
        with contextlib.suppress(ModelError):
            await self.preload()
