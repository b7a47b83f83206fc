"""The story of a request for cards. It never learns which store or model it runs on.

find       clauses that are sufficient, or an outcome and a reason          (finding)
show       a snippet card for each, at once                                 (making)
pick       names out of the first one's clause, at most one call, in time   (picking)
check      every name by every gate; the finished text last                 (gates, making)
show       the items card in the place of the first one, or the reason why not
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import structlog

from server.apps.cards.audit import audit_content
from server.apps.cards.finding import Finder, Found
from server.apps.cards.making import CardMaker
from server.apps.cards.picking import Picking
from server.apps.cards.snippet import coverage_terms
from server.apps.cards.switch import Switch
from server.apps.cards.told import Asked, Picked, Stage, Told
from server.apps.cards.wording import message
from server.apps.dispatch import reason_of
from server.domain.card import Card, CardsAnswer, Timings
from server.domain.clause import Clause
from server.domain.errors import ModelError
from server.domain.policy import Policy
from server.domain.query import Query
from server.domain.reasons import FallbackReason, Freshness, Outcome
from server.domain.record import Record
from server.gates.picks import check_picks
from server.ports.clock import Clock
from server.ports.metrics import Metrics

RESERVE_SECONDS = 0.05  # of the deadline, for gates and sending

_log = structlog.get_logger("clausecard.cards")


@dataclass(frozen=True, kw_only=True)
class Recommender:
    """Answers requests for cards.

    `record` gets a Record before anything is shown; what it raises (LedgerUnavailable, where
    the ledger is required) ends the request. It may block: it is called in a thread.
    """

    finder: Finder
    picking: Picking | None  # None: generation is off, and no model is known
    switch: Switch
    policy: Policy
    record: Callable[[Record], None]
    metrics: Metrics
    clock: Clock
    deadline_ms: int  # for requests that name none
    _shadows: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    async def cards(
        self, query: Query, *, request_id: str, deadline_ms: int | None = None, session: str | None = None
    ) -> CardsAnswer:
        """The whole answer, within the deadline."""
        asked = self._asked(query, request_id, deadline_ms, session)
        async with aclosing(self._story(asked)) as story:
            async for told in story:
                last = told
        await self._record(last)
        return last.answer

    async def stream(
        self, query: Query, *, request_id: str, deadline_ms: int | None = None, session: str | None = None
    ) -> AsyncGenerator[tuple[str, Mapping[str, object]], None]:
        """Events by name: `cards` at once, `card` with the first one's upgrade or reason, `done`."""
        asked = self._asked(query, request_id, deadline_ms, session)
        async with aclosing(self._story(asked)) as story:
            async for told in story:
                if told.stage != "done":
                    await self._record(told)
                yield told.event()

    async def close(self) -> None:
        """End all that goes on in the background."""
        if self.picking is not None:
            await self.picking.close()
        await asyncio.gather(*self._shadows, return_exceptions=True)

    async def _story(self, asked: Asked) -> AsyncGenerator[Told, None]:
        found, maker, cards = await asyncio.to_thread(self._find, asked)
        told = self._told("cards", asked, found, cards)
        yield told
        if cards:
            told = await self._told_first_card(told, maker)
            yield told
        self._measure(told)
        yield replace(told, stage="done")

    def _find(self, asked: Asked) -> tuple[Found, CardMaker, tuple[Card, ...]]:
        found = self.finder.find(asked.query)
        maker = CardMaker(
            request_id=asked.request_id,
            language=asked.query.language,
            terms=coverage_terms(asked.query.text),
            policy=self.policy,
        )
        if found.retrieval is None:
            return found, maker, ()
        cards = maker.snippet_cards(found.hits, edition=found.retrieval.edition, freshness=found.freshness)
        withheld = self._withheld(asked)
        if cards and withheld is not None:
            cards = (replace(cards[0], fallback_reason=withheld), *cards[1:])
        return found, maker, cards

    def _withheld(self, asked: Asked) -> FallbackReason | None:
        """Why the first card will stay a snippet, where that is known before."""
        if self.picking is None:
            return FallbackReason.OFF
        withheld = self.switch.withholds(asked.roll_out_key)
        return FallbackReason.SHADOW if withheld is None and self.switch.mode == "shadow" else withheld

    async def _told_first_card(self, told: Told, maker: CardMaker) -> Told:
        """The first card as it stays: with items, or with the reason for having none."""
        known = told.first.fallback_reason
        if known is None and self.picking is not None:
            picked, card = await self._pick(told, maker, self.picking)
            return self._retold(told, picked, card)
        if known is FallbackReason.SHADOW and self.picking is not None:
            task = asyncio.create_task(self._pick_in_shadow(told, maker, self.picking))
            self._shadows.add(task)
            task.add_done_callback(self._shadows.discard)
        return self._retold(told, None, told.first)

    async def _pick(self, told: Told, maker: CardMaker, picking: Picking) -> tuple[Picked, Card]:
        """At most one call, on the first admitted clause, within what is left of the deadline."""
        clause = told.found.hits[0].clause
        began = self.clock.monotonic()
        left = told.asked.deadline_seconds - (began - told.asked.began) - RESERVE_SECONDS
        picked = Picked(clause_id=clause.clause_id, identity=picking.identity(), reason=None)
        try:
            picks = await picking.pick(clause, deadline_seconds=left)
        except ModelError as error:
            picked = replace(picked, reason=reason_of(error), generation_ms=self._since(began))
        else:
            picked = replace(picked, picks=picks, generation_ms=self._since(began))
            return await asyncio.to_thread(self._check, picked, clause, told, maker)
        return picked, replace(told.first, fallback_reason=picked.reason)

    def _check(self, picked: Picked, clause: Clause, told: Told, maker: CardMaker) -> tuple[Picked, Card]:
        """Every gate on every name; then the card, with the banned check last on its finished text."""
        began = self.clock.monotonic()
        picks = picked.picks
        if picks is None or not picks.candidates:
            picked = replace(picked, reason=FallbackReason.NO_CANDIDATES)
            return picked, replace(told.first, fallback_reason=picked.reason)
        verdict = check_picks(clause, picks, self.policy, query=told.asked.query)
        card = maker.items_card(told.first, verdict.items, verdict.note, picked.identity.origin)
        reason = None if card else verdict.fallback_reason or FallbackReason.BANNED
        picked = replace(
            picked,
            reason=reason,
            items=card.items if card else (),
            note=verdict.note,
            refusals=verdict.refusals,
            gates_ms=self._since(began),
        )
        return picked, card or replace(told.first, fallback_reason=reason)

    async def _pick_in_shadow(self, told: Told, maker: CardMaker, picking: Picking) -> None:
        """Pick, check and record as if it were on; nobody waits and nothing is shown."""
        try:
            picked, card = await self._pick(told, maker, picking)
            await self._record(replace(told, stage="shadow", picked=picked))
        except Exception:  # noqa: BLE001  # the edge of a background job
            _log.exception("shadow_failed", request_id=told.asked.request_id)
        else:
            self.metrics.count("shadow", picked.reason or card.kind)

    def _told(self, stage: Stage, asked: Asked, found: Found, cards: tuple[Card, ...]) -> Told:
        retrieval = found.retrieval
        missing = retrieval.missing_exact_terms if retrieval else ()
        answer = CardsAnswer(
            request_id=asked.request_id,
            query=asked.query.text,
            outcome=found.outcome,
            reason=found.reason,
            message=message(found.outcome, found.reason, missing, self.policy.labels[asked.query.language]),
            cards=cards,
            missing_exact_terms=missing,
            timings=Timings(
                normalise_ms=found.normalise_ms,
                retrieval_ms=found.retrieval_ms,
                filtering_ms=found.filtering_ms,
                total_ms=self._since(asked.began),
            ),
            edition=retrieval.edition if retrieval else None,
            index_stale=found.index_stale,
            degraded=retrieval.degraded if retrieval else (),
        )
        _log.info(
            "retrieval_done",
            request_id=asked.request_id,
            outcome=found.outcome.value,
            cards=len(cards),
            retrieval_ms=round(found.retrieval_ms, 2),
        )
        return Told(stage=stage, asked=asked, found=found, answer=answer)

    def _retold(self, told: Told, picked: Picked | None, first: Card) -> Told:
        timings = replace(
            told.answer.timings,
            generation_ms=picked.generation_ms if picked else 0.0,
            gates_ms=picked.gates_ms if picked else 0.0,
            total_ms=self._since(told.asked.began),
        )
        answer = replace(told.answer, cards=(first, *told.answer.cards[1:]), timings=timings)
        return replace(told, stage="card", answer=answer, picked=picked)

    def _measure(self, told: Told) -> None:
        answer = told.answer
        self.metrics.count("outcome", answer.outcome.value)
        if answer.outcome is Outcome.CARDS:
            self.metrics.count("first_card", told.first.kind)
            if told.first.fallback_reason is not None:
                self.metrics.count("fallback", told.first.fallback_reason.value)
            if any(card.source.freshness is Freshness.CHANGED for card in answer.cards):
                self.metrics.count("freshness", Freshness.CHANGED.value)
        for refusal in told.picked.refusals if told.picked else ():
            self.metrics.count("refusal", refusal.gate.value)
        for name in Timings.__dataclass_fields__:
            self.metrics.observe(name.removesuffix("_ms"), getattr(answer.timings, name))

    async def _record(self, told: Told) -> None:
        content = audit_content(told, switch=self.switch, policy_version=self.policy.version)
        record = Record(
            request_id=told.asked.request_id,
            created_at=self.clock.now().isoformat(),
            kind="cards",
            content=content,
        )
        await asyncio.to_thread(self.record, record)

    def _asked(self, query: Query, request_id: str, deadline_ms: int | None, session: str | None) -> Asked:
        return Asked(
            query=query,
            request_id=request_id,
            session=session,
            deadline_seconds=(deadline_ms or self.deadline_ms) / 1000,
            began=self.clock.monotonic(),
        )

    def _since(self, began: float) -> float:
        return (self.clock.monotonic() - began) * 1000
