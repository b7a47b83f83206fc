"""The checker that guards published schemas is itself checked, change by change."""

import copy

import pytest

from tests.contracts.compatibility import find_breaks

PUBLISHED = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "kind", "score", "tags"],
    "properties": {
        "id": {"type": "string", "minLength": 1, "maxLength": 64},
        "kind": {"type": "string", "enum": ["items", "snippet"]},
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "note": {"type": ["string", "null"]},
        "tags": {"type": "array", "maxItems": 12, "items": {"$ref": "#/$defs/tag"}},
        "extra": {"type": "object", "additionalProperties": True},
    },
    "$defs": {"tag": {"type": "string", "pattern": "^[a-z]+$"}},
}


CLOSED = {"type": "object", "additionalProperties": False}


def changed(*path_and_value):
    *path, last, value = path_and_value
    schema = copy.deepcopy(PUBLISHED)
    at = schema
    for name in path:
        at = at[name]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return schema


BREAKS = [
    ("a member is removed", changed("properties", "note", None), "$.note: removed"),
    ("a definition is removed", changed("$defs", "tag", None), "$.tag: removed"),
    (
        "a member becomes required",
        changed("required", ["id", "kind", "score", "tags", "note"]),
        "newly required",
    ),
    ("null is no longer allowed", changed("properties", "note", "type", "string"), "type narrowed"),
    ("a type becomes another", changed("properties", "id", "type", "integer"), "type narrowed"),
    ("a number must now be whole", changed("properties", "score", "type", "integer"), "type narrowed"),
    ("a type appears where any was", changed("properties", "extra", {"type": "string"}), "type narrowed"),
    (
        "a word leaves an enumeration",
        changed("properties", "kind", "enum", ["items"]),
        "enum without snippet",
    ),
    ("an enumeration appears", changed("properties", "id", "enum", ["a"]), "enum without any value"),
    ("text must be longer", changed("properties", "id", "minLength", 2), "minLength raised"),
    ("text must be shorter", changed("properties", "id", "maxLength", 63), "maxLength lowered"),
    ("a lower limit appears", changed("properties", "tags", "minItems", 1), "minItems raised"),
    ("an upper limit sinks", changed("properties", "score", "maximum", 0.9), "maximum lowered"),
    ("a list is cut", changed("properties", "tags", "maxItems", 11), "maxItems lowered"),
    ("a pattern changes", changed("$defs", "tag", "pattern", "^[A-Z]+$"), "pattern changed"),
    ("a pattern appears", changed("properties", "id", "pattern", "^x"), "pattern changed"),
    ("a constant appears", changed("properties", "score", "const", 1), "const changed"),
    ("a reference points elsewhere", changed("properties", "tags", "items", "$ref", "#/$defs/other"), "$ref"),
    ("list members get a type", changed("properties", "tags", "items", {"type": "string"}), "type narrowed"),
    ("an open object is closed", changed("properties", "extra", CLOSED), "closed"),
    ("a condition appears", changed("allOf", [{"required": ["note"]}]), "allOf changed"),
]

ALLOWED = [
    ("nothing changes", PUBLISHED),
    ("a new optional member", changed("properties", "colour", {"type": "string"})),
    ("a new word in an enumeration", changed("properties", "kind", "enum", ["items", "snippet", "table"])),
    ("a new definition", changed("$defs", "other", {"type": "string"})),
    ("another description", changed("properties", "id", "description", "what it is")),
    ("a higher upper limit", changed("properties", "id", "maxLength", 65)),
    ("a lower lower limit", changed("properties", "id", "minLength", 0)),
]

BREAKS_FOR_READERS = [
    ("a member may be absent", changed("required", ["id", "kind", "score"]), "no longer always there"),
    ("a member may be null", changed("properties", "id", "type", ["string", "null"]), "type widened"),
    ("a member may be anything", changed("properties", "id", "type", None), "type widened"),
    ("a pattern is dropped", changed("$defs", "tag", "pattern", None), "pattern was dropped"),
]


@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.parametrize(("name", "schema", "named"), BREAKS, ids=[row[0] for row in BREAKS])
def test_a_narrowed_schema_is_incompatible_both_ways(name, schema, named, sent):
    found = find_breaks(PUBLISHED, schema, sent=sent)
    assert any(named in one for one in found), (name, found)


@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.parametrize(("name", "schema"), ALLOWED, ids=[row[0] for row in ALLOWED])
def test_a_wider_schema_is_compatible(name, schema, sent):
    assert find_breaks(PUBLISHED, schema, sent=sent) == (), name


@pytest.mark.parametrize(
    ("name", "schema", "named"), BREAKS_FOR_READERS, ids=[r[0] for r in BREAKS_FOR_READERS]
)
def test_what_the_server_sends_may_not_surprise_a_reader(name, schema, named):
    assert any(named in one for one in find_breaks(PUBLISHED, schema, sent=True)), name
    assert find_breaks(PUBLISHED, schema, sent=False) == (), name
