"""The story of a question. It never learns which store or model it runs on.

find      clauses that are sufficient, as for cards; else refuse, no model called
guard     a name whose neighbour was found: refuse by name, no model called
pack      the data part, under the model's budget
draft     one call, in time, never repeated
verify    every sentence against the clauses it cites
answer    what stands; else the sources alone
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from server.apps.answers.audit import audit_content
from server.apps.answers.explain import explain_answer
from server.apps.answers.pack import pack_extracts
from server.apps.answers.telling import (
    NEAR_NAME,
    OFF,
    Frame,
    refusal_reason,
    sources_of,
    tell_draft,
    tell_refusal,
    tell_sources,
)
from server.apps.answers.tokens import estimate_tokens
from server.apps.answers.told import Drafted, Told
from server.apps.answers.verifier import Verifier
from server.apps.cards.finding import Finder, Found
from server.apps.cards.screen import Screen
from server.apps.dispatch import reason_of
from server.domain.answer import Answer, AnswerTimings, Draft, DraftRequest
from server.domain.errors import IndexEmpty, IndexUnavailable, ModelError
from server.domain.query import Query
from server.domain.reasons import AnswerOutcome, Outcome
from server.domain.record import Record
from server.ports.answer_writer import AnswerWriter
from server.ports.clock import Clock
from server.ports.metrics import Metrics

SOURCES_TOKENS = 2_000
"""Budget of the data part where no model's context says another."""

RESERVE_SECONDS = 0.3  # of the deadline, for verification and sending

_log = structlog.get_logger("clausecard.answers")


class Dispatch(Protocol):
    """How a call gets its turn at the model; `server.apps.dispatch.Dispatcher.run`."""

    async def __call__(
        self, make_call: Callable[[float], Awaitable[Draft]], deadline_seconds: float, /
    ) -> Draft:
        """Make the call in time, or raise a ModelError subclass."""
        ...


@dataclass(frozen=True, kw_only=True)
class Asker:
    """Answers questions.

    `record` gets a Record before anything is shown; what it raises (LedgerUnavailable, where the
    ledger is required) ends the request. It may block: it is called in a thread.
    """

    finder: Finder
    writer: AnswerWriter | None  # None: generation is off, and no model is known
    dispatch: Dispatch
    verifier: Verifier
    screen: Screen
    record: Callable[[Record], None]
    metrics: Metrics
    clock: Clock
    deadline_ms: int  # for requests that name none

    async def ask(
        self,
        query: Query,
        *,
        request_id: str,
        temperature: float = 0.0,
        explain: bool = False,
        deadline_ms: int | None = None,
    ) -> Answer:
        """The answer. Raises IndexEmpty, IndexUnavailable, and LedgerUnavailable as the policy says."""
        began = self.clock.monotonic()
        told = await asyncio.to_thread(self._prepare, query, request_id)
        if told.answer is None:
            left = (
                (deadline_ms or self.deadline_ms) / 1000 - RESERVE_SECONDS - (self.clock.monotonic() - began)
            )
            told = await self._draft(told, temperature, left)
        answer = replace(self._answer(told), timings=replace(told.timings, total_ms=self._since(began)))
        told = replace(told, answer=answer, timings=answer.timings)
        await asyncio.to_thread(self.record, self._record_of(told))
        self._count(told)
        return replace(answer, explain=explain_answer(told)) if explain else answer

    async def look_inside(self, query: Query, *, request_id: str) -> Mapping[str, object]:
        """The trace and the packed prompt, as `explain` has them. Asks no model and leaves no record."""
        return explain_answer(await asyncio.to_thread(self._prepare, query, request_id))

    def _prepare(self, query: Query, request_id: str) -> Told:
        """All that comes before the model, and the answer where none is needed."""
        found = self.finder.find(query)
        if found.outcome is Outcome.INDEX_EMPTY:
            raise IndexEmpty("there is no index yet")
        if found.outcome is Outcome.INDEX_UNAVAILABLE:
            raise IndexUnavailable("the index cannot be read")
        frame = self._frame(query, request_id, found)
        told = Told(
            frame=frame,
            found=found,
            timings=AnswerTimings(
                retrieval_ms=found.retrieval_ms + found.normalise_ms, filtering_ms=found.filtering_ms
            ),
        )
        if not found.hits:
            missing = found.retrieval.missing_exact_terms if found.retrieval else ()
            return replace(told, answer=tell_refusal(frame, refusal_reason(found.reason), missing))
        names = self.verifier.near_names(query.text, [hit.clause for hit in found.hits], query.language)
        if names:
            return replace(told, answer=tell_refusal(frame, NEAR_NAME, names))
        began = self.clock.monotonic()
        pack = pack_extracts(found.hits, budget_tokens=self._budget(query))
        sources = sources_of(pack, query, self.screen)
        timings = replace(told.timings, packing_ms=self._since(began))
        told = replace(told, pack=pack, sources=sources, timings=timings)
        if self.writer is None:
            return replace(told, answer=tell_sources(frame, AnswerOutcome.GENERATION_OFF, OFF, sources))
        return told

    async def _draft(self, told: Told, temperature: float, left: float) -> Told:
        """One draft, and what the rules leave of it; a failure of the model's is a reason."""
        began = self.clock.monotonic()
        try:
            draft = await self._call(told, temperature, left)
        except ModelError as error:
            timings = replace(told.timings, generation_ms=self._since(began))
            reason = reason_of(error).value
            answer = tell_sources(told.frame, AnswerOutcome.UNVERIFIED, reason, told.sources)
            return replace(told, answer=answer, timings=timings)
        generated = self.clock.monotonic()
        pack = told.packed
        verdict = await asyncio.to_thread(
            self.verifier.verify, draft.text, pack.extracts, told.frame.query.language
        )
        timings = replace(
            told.timings,
            generation_ms=(generated - began) * 1000,
            verification_ms=self._since(generated),
        )
        return replace(
            told,
            drafted=Drafted(draft=draft, verdict=verdict, temperature=temperature),
            answer=tell_draft(told.frame, draft, verdict, pack, told.sources),
            timings=timings,
        )

    async def _call(self, told: Told, temperature: float, left: float) -> Draft:
        writer, query, pack = self._writer, told.frame.query, told.packed

        async def call(seconds: float) -> Draft:
            return await writer.draft(
                DraftRequest(
                    question=query.text,
                    language=query.language,
                    extracts=pack.extracts,
                    data=pack.data,
                    temperature=temperature,
                    deadline_seconds=seconds,
                )
            )

        return await self.dispatch(call, max(left, 0.0))

    @property
    def _writer(self) -> AnswerWriter:
        if self.writer is None:
            raise AssertionError("asked for a draft although generation is off")
        return self.writer

    def _budget(self, query: Query) -> int:
        """Context less system text, question and draft; never below nothing."""
        if self.writer is None:
            return SOURCES_TOKENS
        taken = self.writer.overhead_tokens + self.writer.draft_tokens + estimate_tokens(query.text)
        return max(self.writer.context_tokens - taken, 0)

    def _frame(self, query: Query, request_id: str, found: Found) -> Frame:
        return Frame(
            request_id=request_id,
            query=query,
            created_at=self.clock.now().isoformat(),
            edition=found.retrieval.edition if found.retrieval else None,
            index_stale=found.index_stale,
            prompt_version=self.writer.prompt_version if self.writer else None,
            labels=self.screen.policy.labels[query.language],
        )

    def _answer(self, told: Told) -> Answer:
        if told.answer is None:
            raise AssertionError("a story without an end")
        return told.answer

    def _record_of(self, told: Told) -> Record:
        return Record(
            request_id=told.frame.request_id,
            created_at=told.frame.created_at,
            kind="answer",
            content=audit_content(told, rules_version=self.verifier.version),
        )

    def _count(self, told: Told) -> None:
        answer = self._answer(told)
        _log.info("answered", request_id=answer.request_id, outcome=answer.outcome, reason=answer.reason)
        self.metrics.count("answer", answer.outcome.value)
        if answer.reason is not None:
            self.metrics.count("answer_reason", answer.reason)
        for refusal in told.drafted.verdict.refusals if told.drafted else ():
            self.metrics.count("citation", refusal.rule)
        for name in AnswerTimings.__dataclass_fields__:
            self.metrics.observe(f"ask_{name.removesuffix('_ms')}", getattr(answer.timings, name))

    def _since(self, began: float) -> float:
        return (self.clock.monotonic() - began) * 1000
