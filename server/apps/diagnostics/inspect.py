"""The whole trace of one query: what was found, what would be packed, what was picked and refused."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from server.apps.cards.picking import Picking
from server.apps.dispatch import reason_of
from server.domain.clause import Clause
from server.domain.errors import ModelError
from server.domain.hit import Retrieval, Sufficiency
from server.domain.pick import Picks
from server.domain.plain import as_json
from server.domain.policy import Policy
from server.domain.query import Query
from server.gates.picks import check_picks
from server.gates.sufficiency import BORDERLINE, STRONG


class LookInside(Protocol):
    """Asker.look_inside."""

    async def __call__(self, query: Query, /, *, request_id: str) -> Mapping[str, object]:
        """Plain values; `pack` holds the packed prompt, None when nothing was admitted."""
        ...


@dataclass(frozen=True, kw_only=True)
class Inspector:
    """Ranks exactly as cards and answers do, because it calls the same retrieval and the same judge."""

    retrieve: Callable[[Query], Retrieval]
    judge: Callable[[Retrieval], Sufficiency]
    look_inside: LookInside  # what /ask would pack, without asking a model
    picking: Picking | None
    policy: Policy
    deadline_seconds: float

    async def __call__(self, query: Query, *, request_id: str, generate: bool) -> Mapping[str, object]:
        """Plain JSON values; a model is asked only with `generate`, else the cache is looked into."""
        began = perf_counter()
        retrieval = await asyncio.to_thread(self.retrieve, query)
        sufficiency = self.judge(retrieval)
        admitted = sufficiency.admitted
        inside = await self.look_inside(query, request_id=request_id)
        pick = await self._pick(admitted[0].clause, query, generate=generate) if admitted else None
        return {
            "request_id": request_id,
            "retrieval": as_json(retrieval),
            "sufficiency": sufficiency.by_id(),
            "thresholds": {"strong": STRONG, "borderline": BORDERLINE},
            "packed": inside["pack"],
            "pick": pick,
            "timings": {"total_ms": (perf_counter() - began) * 1000},
        }

    async def _pick(self, clause: Clause, query: Query, *, generate: bool) -> Mapping[str, object] | None:
        if self.picking is None:
            return None
        try:
            picks = (
                await self.picking.pick(clause, deadline_seconds=self.deadline_seconds)
                if generate
                else self.picking.cached(clause)
            )
        except ModelError as error:
            return _picked(clause, Picks(names=(), candidates=()), reason=reason_of(error))
        return None if picks is None else self._checked(clause, picks, query)

    def _checked(self, clause: Clause, picks: Picks, query: Query) -> Mapping[str, object]:
        verdict = check_picks(clause, picks, self.policy, query=query)
        shown = _picked(clause, picks, reason=verdict.fallback_reason)
        return {
            **shown,
            "items": [item.name for item in verdict.items],
            "refusals": [as_json(refusal) for refusal in verdict.refusals],
        }


def _picked(clause: Clause, picks: Picks, *, reason: str | None) -> Mapping[str, object]:
    return {
        "clause_id": clause.clause_id,
        "candidates": [candidate.name for candidate in picks.candidates],
        "names": list(picks.names),
        "usage": dict(picks.usage),
        "items": [],
        "refusals": [],
        "fallback_reason": reason,
    }
