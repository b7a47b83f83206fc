"""One try to put items in the place of the first card's snippet."""

import asyncio
from dataclasses import dataclass, replace

from server.apps.cards.making import CardMaker
from server.apps.cards.picking import Picking
from server.apps.cards.told import Picked, Told
from server.apps.dispatch import reason_of
from server.domain.card import Card
from server.domain.clause import Clause
from server.domain.errors import ModelError
from server.domain.pick import Picks
from server.domain.policy import Policy
from server.domain.reasons import FallbackReason
from server.gates.picks import check_picks
from server.ports.clock import Clock

RESERVE_SECONDS = 0.05  # of the deadline, for gates and sending


@dataclass(frozen=True, kw_only=True)
class Upgrade:
    """Rules decide, the picker only picks: what it names is shown when every gate lets it pass."""

    picking: Picking
    policy: Policy
    clock: Clock

    async def first_card(self, told: Told, maker: CardMaker) -> tuple[Picked, Card]:
        """The card with items, or the snippet card with the reason; never an error of the model's.

        At most one call, for the first admitted clause, in what is left of the deadline.
        """
        clause = told.found.hits[0].clause
        began = self.clock.monotonic()
        left = told.asked.deadline_seconds - (began - told.asked.began) - RESERVE_SECONDS
        picked = Picked(clause_id=clause.clause_id, identity=self.picking.identity(), reason=None)
        try:
            picks = await self.picking.pick(clause, deadline_seconds=left)
        except ModelError as error:
            picked, card = replace(picked, reason=reason_of(error)), None
        else:
            picked = replace(picked, picks=picks)
            picked, card = await asyncio.to_thread(self._check, picked, picks, clause, told, maker)
        picked = replace(picked, generation_ms=self._since(began) - picked.gates_ms)
        return picked, card or replace(told.first, fallback_reason=picked.reason)

    def _check(
        self, picked: Picked, picks: Picks, clause: Clause, told: Told, maker: CardMaker
    ) -> tuple[Picked, Card | None]:
        """Every gate on every name, and the banned check last, on the finished card."""
        if not picks.candidates:
            return replace(picked, reason=FallbackReason.NO_CANDIDATES), None
        began = self.clock.monotonic()
        verdict = check_picks(clause, picks, self.policy, query=told.asked.query)
        card = maker.items_card(told.first, verdict.items, verdict.note, picked.identity.origin)
        picked = replace(
            picked,
            reason=None if card else verdict.fallback_reason or FallbackReason.BANNED,
            items=card.items if card else (),
            note=verdict.note,
            refusals=verdict.refusals,
            gates_ms=self._since(began),
        )
        return picked, card

    def _since(self, began: float) -> float:
        return (self.clock.monotonic() - began) * 1000
