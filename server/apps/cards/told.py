"""The values of the story: what was asked, what a pick came to, what has been told so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from server.apps.cards.finding import Found
from server.domain.card import Card, CardsAnswer, Item
from server.domain.pick import PickerIdentity, Picks, Refusal
from server.domain.plain import as_json
from server.domain.query import Query
from server.domain.reasons import FallbackReason

Stage = Literal["cards", "card", "shadow", "done"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """One request for cards."""

    query: Query
    request_id: str
    session: str | None
    deadline_seconds: float  # from `began`
    began: float  # monotonic seconds

    @property
    def roll_out_key(self) -> str:
        """What a staged roll-out goes by."""
        return self.session or self.request_id


@dataclass(frozen=True, kw_only=True, slots=True)
class Picked:
    """What asking for picks came to: items that passed every gate, or the reason for none."""

    clause_id: str
    identity: PickerIdentity
    reason: FallbackReason | None
    picks: Picks | None = None  # None when none came
    items: tuple[Item, ...] = ()
    note: str | None = None
    refusals: tuple[Refusal, ...] = ()
    generation_ms: float = 0.0
    gates_ms: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """One event of the story; the last one holds the whole answer."""

    stage: Stage
    asked: Asked
    found: Found
    answer: CardsAnswer
    picked: Picked | None = None

    @property
    def first(self) -> Card:
        """The first card; there is one unless `answer.cards` is empty."""
        return self.answer.cards[0]

    def event(self) -> tuple[str, Mapping[str, object]]:
        """Name and plain values, as the stream sends them."""
        if self.stage == "cards":
            return "cards", as_json(self.answer)
        if self.stage == "card":
            return "card", as_json(self.first)
        answer = self.answer
        return "done", {
            "request_id": answer.request_id,
            "outcome": answer.outcome,
            "timings": as_json(answer.timings),
        }
