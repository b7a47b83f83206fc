"""Implements the server's `ModelProbe` port on any served model.

Behaviour is asked for, not version numbers: servers exist that accept a schema and ignore it.
"""

import json
from time import monotonic

from ai.runtimes.port import ChatMessage, ChatOptions, ChatReply, ChatRequest, ServedModel
from server.domain.errors import ModelError, ModelInvalidReply, ModelTimeout, ModelTooLong
from server.domain.finding import Finding

NAMES = ("model_server", "model", "model_schema", "model_truncation", "model_latency")
ANSWERS = ("red lamp", "blue door")  # nothing that the question suggests
SCHEMA = {
    "type": "object",
    "properties": {
        "items": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": {"type": "string", "enum": list(ANSWERS)},
        }
    },
    "required": ["items"],
    "additionalProperties": False,
}
QUESTION = "Write the word hello and nothing else."
FLOOD = "3 1 4 1 5 9 2 6 "  # a digit and its space cost a token at least
FLOOD_BYTES_PER_TOKEN = 4  # of the context: twice what fits
GENERAL_REMEDY = "see runbook/model.md"


class RuntimeProbe:
    """Asks `model`. A request leaves it `deadline_seconds`; the doctor waits `patience_seconds`."""

    def __init__(
        self, *, model: ServedModel, deadline_seconds: float, patience_seconds: float = 120.0
    ) -> None:
        self._model = model
        self._deadline_seconds = deadline_seconds
        self._patience_seconds = patience_seconds

    async def findings(self) -> tuple[Finding, ...]:
        """In the order of NAMES; a failure that makes the rest moot is the last."""
        found: list[Finding] = []
        questions = (self._server, self._loaded, self._schema, self._truncation, self._latency)
        for name, question in zip(NAMES, questions, strict=True):
            try:
                found.append(await question())
            except ModelError as error:
                remedy = error.remedy or GENERAL_REMEDY
                return (*found, Finding(name=name, state="failed", detail=str(error), remedy=remedy))
        return tuple(found)

    async def _server(self) -> Finding:
        description = await self._model.describe_server(deadline_seconds=self._patience_seconds)
        return Finding(name="model_server", state="ok", detail=description)

    async def _loaded(self) -> Finding:
        """The cold latency, when it is cold."""
        model = self._model
        before = await model.loaded_context(deadline_seconds=self._patience_seconds)
        started = monotonic()
        await model.preload(deadline_seconds=self._patience_seconds)
        seconds = monotonic() - started
        detail = f"{model.model_id}, digest {model.digest[:12] or 'unknown'}"
        if before is None:
            return Finding(name="model", state="ok", detail=f"{detail}, loaded in {seconds:.1f} s")
        if before not in (0, model.context_tokens):
            return Finding(
                name="model",
                state="warning",
                detail=f"{detail}: was loaded with {before} tokens of context, not {model.context_tokens}",
                remedy="give GENERATION_NUM_CTX the value of the other programs that use this model, "
                "or the server loads it anew at each turn",
            )
        return Finding(name="model", state="ok", detail=f"{detail}, was loaded already")

    async def _schema(self) -> Finding:
        try:
            reply = await self._ask()
            obeyed = json.loads(reply.content)["items"][0] in ANSWERS
        except (ModelInvalidReply, ValueError, TypeError, LookupError):
            obeyed = False
        if obeyed:
            return Finding(name="model_schema", state="ok", detail="the reply schema is obeyed")
        return Finding(
            name="model_schema",
            state="failed",
            detail="the reply does not obey the schema that was sent",
            remedy="update the model server or choose a model that does not think; "
            "until then cards stay snippets (invalid_reply)",
        )

    async def _truncation(self) -> Finding:
        """A prompt that cannot fit must be noticed, never silently shortened."""
        size = self._model.context_tokens * FLOOD_BYTES_PER_TOKEN
        flood = (FLOOD * (size // len(FLOOD) + 1))[:size]
        try:
            await self._ask(flood, cut=True)
        except ModelTooLong:
            return Finding(
                name="model_truncation", state="ok", detail="a prompt that does not fit is noticed"
            )
        except ModelTimeout:
            return Finding(
                name="model_truncation",
                state="warning",
                detail=f"no reply to a prompt of {size} bytes within {self._patience_seconds:.0f} s",
                remedy="check that GENERATION_NUM_CTX is the context the server really uses",
            )
        return Finding(
            name="model_truncation", state="ok", detail="the server takes more than GENERATION_NUM_CTX says"
        )

    async def _latency(self) -> Finding:
        """The same question once more: the warm latency of a short call."""
        reply = await self._ask()
        milliseconds = reply.timings.total_ms
        tokens = f"{reply.prompt_tokens or 0}+{reply.output_tokens or 0}"
        detail = f"a warm call of {tokens} tokens: {milliseconds:.0f} ms"
        if milliseconds <= self._deadline_seconds * 1000:
            return Finding(name="model_latency", state="ok", detail=detail)
        return Finding(
            name="model_latency",
            state="warning",
            detail=f"{detail}, beyond the deadline of {self._deadline_seconds * 1000:.0f} ms",
            remedy="fill the cache ahead with `clausecard warm`, choose a smaller model, or raise "
            "CLAUSECARD_DEADLINE_MS",
        )

    async def _ask(self, before: str = "", *, cut: bool = False) -> ChatReply:
        return await self._model.chat(
            ChatRequest(
                messages=(ChatMessage(role="user", content=f"{before}{QUESTION}"),),
                schema=SCHEMA,
                options=ChatOptions(num_predict=1) if cut else ChatOptions(),
                may_be_cut=cut,
                deadline_seconds=self._patience_seconds,
            )
        )
