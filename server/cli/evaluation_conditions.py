"""The setups that an evaluation puts side by side, made of the house's own parts."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from enum import StrEnum

from server.apps.answers.ask import Asker
from server.apps.retrieval.retriever import Retriever
from server.domain.hit import Retrieval
from server.domain.pick import PickerIdentity, PickRequest, Picks
from server.domain.query import Query
from server.main import Generation, House
from server.ports.item_picker import ItemPicker

Advance = Callable[[], None]


class Picker(StrEnum):
    """Who picks; the names of the settings, as typer takes several of them."""

    RULES = "rules"
    MODEL = "model"


class Schema(StrEnum):
    """How a model is held to the candidates: by an enum, as any strings, not at all."""

    CLOSED = "closed"
    OPEN = "open"
    NONE = "none"


def retrievers(house: House, advance: Advance) -> Mapping[str, Callable[[Query], Retrieval]]:
    """Lexical alone and, where an embedder is set, with it; the settings' own setup comes last."""
    if house.embedder is None:
        return {"lexical": _watched(house.retriever, advance)}
    lexical = Retriever(index=house.store, analyser=house.analyser, freshness_of=house.known.freshness_of)
    return {
        "lexical": _watched(lexical, advance),
        house.settings.embedder: _watched(house.retriever, advance),
    }


def unrecorded(house: House) -> Asker:
    """The house's asker; a measured question is no customer's and leaves no record."""
    return replace(house.asker, record=lambda _: None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Watched:
    """A picker that tells after each clause; implements ItemPicker."""

    picker: ItemPicker
    advance: Advance

    def identity(self) -> PickerIdentity:
        """The picker's own."""
        return self.picker.identity()

    async def pick(self, request: PickRequest) -> Picks:
        """The picker's own; raises what it raises."""
        try:
            return await self.picker.pick(request)
        finally:
            self.advance()


@asynccontextmanager
async def evaluated_pickers(
    house: House, pickers: Sequence[Picker], schemas: Sequence[Schema], models: Sequence[str]
) -> AsyncIterator[Mapping[str, ItemPicker]]:
    """Condition to picker: the rules once, a model once for each model and schema; closed at the end."""
    wired: dict[str, Generation] = {}
    if Picker.RULES in pickers:
        wired["rules"] = house.evaluated("rules", schema="closed")
    if Picker.MODEL in pickers:
        for model in models or [house.settings.generation_model or ""]:
            for schema in schemas:
                wired[f"{model} {schema}"] = house.evaluated("model", schema=schema.value, model=model)
    try:
        yield {name: one.picker for name, one in wired.items() if one.picker is not None}
    finally:
        for one in wired.values():
            if one.model is not None:
                await one.model.close()


def _watched(retriever: Retriever, advance: Advance) -> Callable[[Query], Retrieval]:
    def retrieve(query: Query) -> Retrieval:
        try:
            return retriever.retrieve(query)
        finally:
            advance()

    return retrieve
