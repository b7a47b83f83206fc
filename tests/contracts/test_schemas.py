"""Every contract: sound, closed, with examples that keep and break it, and never broken for its readers."""

import json
from dataclasses import fields
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from server.apps.index.rebuild import RebuildJob
from server.apps.index.status import Coverage, DocumentStatus, IndexStatus
from server.domain import reasons
from server.domain.answer import Answer, AnswerTimings, Citation
from server.domain.card import Card, CardsAnswer, Item, Source, Timings
from server.domain.clause import Clause
from server.domain.document import Document, UnreadableFile
from server.domain.edition import BuildProgress, BuildRecord, EditionInfo, Fingerprint
from server.domain.errors import NotFound
from server.domain.record import Record, SealedRecord
from tests.contracts.compatibility import find_breaks
from tests.contracts.schemas import Schemas

CONTRACTS = Path(__file__).resolve().parents[2] / "contracts"
NAMES = tuple(Schemas(CONTRACTS).by_name)
EXAMPLES = sorted(CONTRACTS.glob("examples/*/*/*/*.json"))
RECEIVED = {"cards-request.v1", "ask-request.v1", "feedback.v1"}


def label(path):
    return "/".join(path.relative_to(CONTRACTS / "examples").parts)


def contract_of(path):
    name, version, *_ = path.relative_to(CONTRACTS / "examples").parts
    return f"{name}.{version}"


def schemas_within(schema):
    yield schema
    for group in ("properties", "$defs"):
        for inner in schema.get(group, {}).values():
            yield from schemas_within(inner)
    if isinstance(schema.get("items"), dict):
        yield from schemas_within(schema["items"])


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_sound_2020_12_schema_named_like_its_file(schemas, name):
    schema = schemas.by_name[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:clausecard:contract:{name.replace('.', ':')}"
    assert schema["description"]


@pytest.mark.parametrize("name", NAMES)
def test_every_object_with_known_members_is_closed(schemas, name):
    for schema in schemas_within(schemas.by_name[name]):
        if "properties" in schema:
            assert schema["additionalProperties"] is False
            assert set(schema.get("required", ())) <= set(schema["properties"])


@pytest.mark.parametrize("path", EXAMPLES, ids=label)
def test_an_example_keeps_or_breaks_its_contract_as_its_folder_says(schemas, path):
    faults = schemas.find_faults(contract_of(path), json.loads(path.read_text(encoding="utf-8")))
    assert (not faults) == (path.parent.name == "valid"), faults


@pytest.mark.parametrize("name", NAMES)
def test_every_contract_has_valid_and_invalid_examples(name):
    folder = CONTRACTS / "examples" / name.replace(".", "/")
    assert list(folder.glob("valid/*.json"))
    assert len(list(folder.glob("invalid/*.json"))) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_a_published_contract_is_not_broken(schemas, name):
    published = CONTRACTS / "published" / f"{name}.schema.json"
    assert published.is_file(), f"publish it: cp contracts/{name}.schema.json contracts/published/"
    before = json.loads(published.read_text(encoding="utf-8"))
    breaks = find_breaks(before, schemas.by_name[name], sent=name not in RECEIVED)
    assert breaks == (), "make a v2 beside it instead"


def test_no_published_contract_is_gone(schemas):
    published = {path.name.removesuffix(".schema.json") for path in (CONTRACTS / "published").glob("*.json")}
    assert published <= set(schemas.by_name)


ENVELOPE = {"request_id", "timings", "job"}  # what the answer carries around its value
VALUES = [
    ("card.v1", (), Card),
    ("card.v1", ("$defs", "item"), Item),
    ("card.v1", ("$defs", "source"), Source),
    ("cards-response.v1", (), CardsAnswer),
    ("cards-response.v1", ("$defs", "timings"), Timings),
    ("ask-response.v1", (), Answer),
    ("ask-response.v1", ("$defs", "citation"), Citation),
    ("ask-response.v1", ("$defs", "timings"), AnswerTimings),
    ("document.v1", (), Document),
    ("clause.v1", (), Clause),
    ("index-status.v1", ("$defs", "build"), BuildRecord),
    ("index-status.v1", ("$defs", "coverage"), Coverage),
    ("index-status.v1", ("$defs", "document"), DocumentStatus),
    ("index-status.v1", ("$defs", "edition"), EditionInfo),
    ("index-status.v1", ("$defs", "fingerprint"), Fingerprint),
    ("index-status.v1", ("$defs", "job"), RebuildJob),
    ("index-status.v1", ("$defs", "progress"), BuildProgress),
    ("index-status.v1", ("$defs", "unreadable"), UnreadableFile),
    ("index-status.v1", (), IndexStatus),
    ("record.v1", (), SealedRecord),
    ("record.v1", ("properties", "record"), Record),
]


@pytest.mark.parametrize(("name", "place", "value"), VALUES, ids=[row[2].__name__ for row in VALUES])
def test_a_contract_is_field_for_field_the_domain_value(schemas, name, place, value):
    schema = schemas.by_name[name]
    for step in place:
        schema = schema[step]
    members = [name for name in schema["properties"] if value is not IndexStatus or name not in ENVELOPE]
    assert members == [field.name for field in fields(value)]


ENUMS = [
    ("cards-response.v1", ("properties", "outcome"), reasons.Outcome),
    ("card.v1", ("properties", "fallback_reason"), reasons.FallbackReason),
    ("card.v1", ("$defs", "source", "properties", "freshness"), reasons.Freshness),
    ("ask-response.v1", ("properties", "outcome"), reasons.AnswerOutcome),
]


@pytest.mark.parametrize(("name", "place", "words"), ENUMS, ids=[row[2].__name__ for row in ENUMS])
def test_an_enumeration_of_a_contract_is_the_one_of_the_domain(schemas, name, place, words):
    schema = schemas.by_name[name]
    for step in place:
        schema = schema[step]
    assert [word for word in schema["enum"] if word is not None] == [word.value for word in words]


def test_a_contract_that_does_not_exist_is_named_with_those_that_do(schemas):
    with pytest.raises(NotFound, match=r"no contract 'card\.v9'") as caught:
        schemas.find_faults("card.v9", {})
    assert "card.v1" in caught.value.remedy
