"""A picker that asks a model: candidates by code, one call, names out of the closed list."""

import asyncio
import time
from dataclasses import dataclass
from typing import Literal

from ai.apps.generation.candidates import Findings, find_candidates, finder_version
from ai.apps.generation.parse import parse_names
from ai.apps.generation.prompt import all_prompt_versions, messages
from ai.apps.generation.reply_schema import (
    MAX_NAME_CHARACTERS,
    SCHEMA_VERSION,
    closed_schema,
    open_schema,
)
from ai.runtimes.port import ChatReply, ChatRequest, LanguageModel
from server.domain.pick import PickerIdentity, PickRequest, Picks
from server.ports.morphology import Morphology

SchemaMode = Literal["closed", "open", "none"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Picking:
    """How the model is asked. Everything but the default is for evaluation."""

    schema: SchemaMode = "closed"  # open: any strings; none: no schema is sent at all
    complete: bool = True  # where the model picks anything, all that the rules are sure of is taken with it


class ModelItemPicker:
    """Asks the model which candidates must be handed in.

    With `complete`, the model decides whether the clause asks a person for papers and which of the
    doubtful names are papers; the names that the rules are sure of stand or fall together.
    """

    def __init__(self, model: LanguageModel, morphology: Morphology, *, picking: Picking = Picking()) -> None:
        self._model = model
        self._morphology = morphology
        self._picking = picking

    def identity(self) -> PickerIdentity:
        """Changes with model, options, prompts, schema, rules or morphology."""
        taken = "completed" if self._picking.complete else "alone"
        return PickerIdentity(
            origin="model",
            model_id=self._model.model_id,
            model_digest=self._model.digest,
            prompt_version=all_prompt_versions(),
            schema_version=f"{SCHEMA_VERSION}:{self._picking.schema}:{taken}",
            finder_version=finder_version(self._morphology),
            options=self._model.options,
        )

    async def pick(self, request: PickRequest) -> Picks:
        """One call, or none when there is no candidate. Raises a ModelError subclass for each failure."""
        began = time.monotonic()
        # in a thread: a long clause takes some 20 ms, and other requests must not wait for it
        findings = await asyncio.to_thread(find_candidates, request.clause, self._morphology)
        offered = {one.name: None for one in findings.candidates if len(one.name) <= MAX_NAME_CHARACTERS}
        if not offered:
            return Picks(names=(), candidates=())
        schema = closed_schema(tuple(offered)) if self._picking.schema == "closed" else open_schema()
        reply = await self._model.chat(
            ChatRequest(
                messages=messages(findings.excerpt, request.clause.language),
                schema=None if self._picking.schema == "none" else schema,
                deadline_seconds=request.deadline_seconds - (time.monotonic() - began),
            )
        )
        picked = parse_names(reply.content, schema)
        names = _completed(picked, findings) if self._picking.complete else picked
        return Picks(
            names=names, candidates=findings.candidates, raw_reply=reply.content, usage=_usage(reply)
        )


def _completed(picked: tuple[str, ...], findings: Findings) -> tuple[str, ...]:
    """What was picked, and the sure names with it; an empty answer stays empty."""
    sure = (one.name for one in findings.candidates if one.name in findings.sure)
    return tuple(dict.fromkeys((*picked, *sure))) if picked else ()


def _usage(reply: ChatReply) -> dict[str, int]:
    counted = {
        "prompt_tokens": reply.prompt_tokens,
        "output_tokens": reply.output_tokens,
        "cached_tokens": reply.cached_tokens,
        "milliseconds": round(reply.timings.total_ms),
    }
    return {key: value for key, value in counted.items() if value is not None}
