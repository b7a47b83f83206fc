"""The story of a request for cards. It never learns which store or model it runs on.

find       clauses that are sufficient, or an outcome and a reason           (finding)
show       a snippet card for each, at once                                  (making)
pick       names out of the first one's clause, at most one call, in time    (picking)
check      every name by every gate, the finished text last                  (upgrade)
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
from server.apps.cards.screen import Screen
from server.apps.cards.snippet import coverage_terms
from server.apps.cards.switch import Switch
from server.apps.cards.telling import count, tell_cards, tell_first_card
from server.apps.cards.told import Asked, Told
from server.apps.cards.upgrade import Upgrade
from server.domain.card import Card, CardsAnswer
from server.domain.query import Query
from server.domain.reasons import FallbackReason
from server.domain.record import Record
from server.ports.clock import Clock
from server.ports.metrics import Metrics

_log = structlog.get_logger("clausecard.cards")


@dataclass(frozen=True, kw_only=True)
class Recommender:
    """Answers requests for cards.

    `record` gets a Record before anything is shown; what it raises (LedgerUnavailable, where
    the ledger is required) ends the request. It may block: it is called in a thread.
    """

    finder: Finder
    upgrade: Upgrade | None  # None: generation is off, and no model is known
    switch: Switch
    screen: Screen  # the policy, and which texts it lets pass
    record: Callable[[Record], None]
    metrics: Metrics
    clock: Clock
    deadline_ms: int  # for requests that name none
    _shadows: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    async def cards(
        self, query: Query, *, request_id: str, deadline_ms: int | None = None, session: str | None = None
    ) -> CardsAnswer:
        """The whole answer, within the deadline."""
        async with aclosing(self._story(self._asked(query, request_id, deadline_ms, session))) as story:
            async for told in story:
                last = told
        await self._record(last)
        return last.answer

    async def stream(
        self, query: Query, *, request_id: str, deadline_ms: int | None = None, session: str | None = None
    ) -> AsyncGenerator[tuple[str, Mapping[str, object]], None]:
        """Events by name: `cards` at once, `card` with the first one's upgrade or reason, `done`."""
        async with aclosing(self._story(self._asked(query, request_id, deadline_ms, session))) as story:
            async for told in story:
                if told.stage != "done":
                    await self._record(told)
                yield told.event()

    async def close(self) -> None:
        """End all that goes on in the background."""
        if self.upgrade is not None:
            await self.upgrade.picking.close()
        await asyncio.gather(*self._shadows, return_exceptions=True)

    async def _story(self, asked: Asked) -> AsyncGenerator[Told, None]:
        maker = self._maker(asked)
        found, cards = await asyncio.to_thread(self._find, asked, maker)
        _log.info("retrieval_done", request_id=asked.request_id, outcome=found.outcome, cards=len(cards))
        labels = self.screen.policy.labels[asked.query.language]
        told = tell_cards(asked, found, cards, labels=labels, total_ms=self._since(asked.began))
        yield told
        if cards:
            told = await self._settle_first_card(told, maker)
            yield told
        count(told, self.metrics)
        yield replace(told, stage="done")

    def _find(self, asked: Asked, maker: CardMaker) -> tuple[Found, tuple[Card, ...]]:
        found = self.finder.find(asked.query)
        if not found.hits or found.retrieval is None:
            return found, ()
        first, *others = maker.snippet_cards(
            found.hits, edition=found.retrieval.edition, freshness=found.freshness
        )
        return found, (replace(first, fallback_reason=self._withheld(asked)), *others)

    def _withheld(self, asked: Asked) -> FallbackReason | None:
        """Why the first card will stay a snippet, where that is known before anyone is asked."""
        if self.upgrade is None:
            return FallbackReason.OFF
        withheld = self.switch.withholds(asked.roll_out_key)
        return FallbackReason.SHADOW if withheld is None and self.switch.mode == "shadow" else withheld

    async def _settle_first_card(self, told: Told, maker: CardMaker) -> Told:
        picked, card = None, told.first
        if self.upgrade is not None and card.fallback_reason is None:
            picked, card = await self.upgrade.first_card(told, maker)
        elif self.upgrade is not None and card.fallback_reason is FallbackReason.SHADOW:
            task = asyncio.create_task(self._try_in_shadow(told, maker, self.upgrade))
            self._shadows.add(task)
            task.add_done_callback(self._shadows.discard)
        return tell_first_card(told, card, picked, total_ms=self._since(told.asked.began))

    async def _try_in_shadow(self, told: Told, maker: CardMaker, upgrade: Upgrade) -> None:
        """Pick, check and record as if it were on; nobody waits and nothing is shown."""
        try:
            picked, card = await upgrade.first_card(told, maker)
            await self._record(replace(told, stage="shadow", picked=picked))
        except Exception:  # noqa: BLE001  # the edge of a background job
            _log.exception("shadow_failed", request_id=told.asked.request_id)
        else:
            self.metrics.count("shadow", picked.reason or card.kind)

    async def _record(self, told: Told) -> None:
        record = Record(
            request_id=told.asked.request_id,
            created_at=self.clock.now().isoformat(),
            kind="cards",
            content=audit_content(told, switch=self.switch, policy_version=self.screen.policy.version),
        )
        await asyncio.to_thread(self.record, record)

    def _maker(self, asked: Asked) -> CardMaker:
        return CardMaker(
            request_id=asked.request_id,
            language=asked.query.language,
            terms=coverage_terms(asked.query.text),
            screen=self.screen,
        )

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
