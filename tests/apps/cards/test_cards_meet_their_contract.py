"""What the story answers is what contracts/ promises, field for field."""

import asyncio
import json
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from server.apps.cards.switch import Switch
from server.domain import errors
from server.domain.reasons import NoDocumentsReason
from tests.fakes.cards import QUERY, CardsApp, make_clause, make_hit
from tests.fakes.item_picker import FakeItemPicker

CONTRACTS = Path(__file__).resolve().parents[3] / "contracts"

CASES = {
    "items": CardsApp,
    "off": lambda: CardsApp(switch=Switch(mode="off")),
    "nothing to show": lambda: CardsApp(hits=(make_hit(make_clause(body="안전합니다.", heading="")),)),
    "invalid reply": lambda: CardsApp(picker=FakeItemPicker(errors.ModelInvalidReply("prose"))),
    "nothing found": lambda: CardsApp(refused_because=NoDocumentsReason.NOTHING_FOUND),
    "no index": lambda: CardsApp(fault=errors.IndexEmpty("none")),
    "index down": lambda: CardsApp(fault=errors.IndexUnavailable("gone")),
}


@cache
def validator(name):
    schemas = [json.loads(path.read_text("utf-8")) for path in CONTRACTS.glob("*.v1.schema.json")]
    registry = Registry().with_resources((one["$id"], Resource.from_contents(one)) for one in schemas)
    schema = next(one for one in schemas if one["$id"] == f"urn:clausecard:contract:{name}:v1")
    return Draft202012Validator(schema, registry=registry)


@pytest.mark.parametrize("case", CASES)
def test_every_event_is_valid(case):
    async def story():
        recommender = CASES[case]().recommender()
        return [event async for event in recommender.stream(QUERY, request_id="req-1")]

    for name, data in json.loads(json.dumps(asyncio.run(story()))):
        if name != "done":
            validator({"cards": "cards-response", "card": "card"}[name]).validate(data)
