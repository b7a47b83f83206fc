"""What may not change in a published schema.

Two promises are kept, for every schema:

1. A value that was valid stays valid: nothing is removed, newly required or narrowed.
2. A reader is not surprised by a member it knows: in what the server *sends*, a member that
   was always there stays required, and no member gains a type (null, say) it did not have.

New optional members and new words in an enumeration are allowed: readers ignore members
and show words that they do not know (runbook/decisions/0902-contract-versions.md).
"""

from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

LOWER_LIMITS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER_LIMITS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
KEPT_AS_IS = ("$ref", "const", "pattern", "format", "uniqueItems", "multipleOf", "if", "then", "else", "not")
CHOICES = ("allOf", "anyOf", "oneOf")
NOTHING: Schema = {"not": {}}  # what JSON Schema takes `false` for; it takes `true` for {}


def find_breaks(published: Schema, current: Schema, *, sent: bool) -> tuple[str, ...]:
    """Every incompatible change, each with its place; `sent`: the server writes such values."""
    return tuple(_compare(published, current, "$", sent=sent))


def _compare(old: Schema, new: Schema, place: str, *, sent: bool) -> Iterator[str]:
    yield from _members(old, new, place, sent=sent)
    yield from _required(old, new, place, sent=sent)
    yield from _types(old, new, place, sent=sent)
    yield from _limits(old, new, place)
    for keyword in (*KEPT_AS_IS, *CHOICES):
        if keyword in new and new[keyword] != old.get(keyword):
            yield f"{place}: {keyword} changed"
        if sent and keyword in old and keyword not in new:
            yield f"{place}: {keyword} was dropped"
    for keyword in ("items", "additionalProperties"):
        if keyword in old or keyword in new:
            before, after = _whole(old.get(keyword, True)), _whole(new.get(keyword, True))
            yield from _inner(before, after, f"{place}.{keyword}", sent=sent)


def _members(old: Schema, new: Schema, place: str, *, sent: bool) -> Iterator[str]:
    for group in ("properties", "$defs"):
        for name, before in old.get(group, {}).items():
            after = new.get(group, {}).get(name)
            if after is None:
                yield f"{place}.{name}: removed"
            else:
                yield from _inner(before, after, f"{place}.{name}", sent=sent)


def _inner(before: Schema, after: Schema, place: str, *, sent: bool) -> Iterator[str]:
    if after == NOTHING:
        if before != NOTHING:
            yield f"{place}: closed"
    elif before != NOTHING:
        yield from _compare(before, after, place, sent=sent)


def _whole(schema: object) -> Schema:
    if isinstance(schema, Mapping):
        return schema
    return {} if schema else NOTHING


def _required(old: Schema, new: Schema, place: str, *, sent: bool) -> Iterator[str]:
    before, after = set(old.get("required", ())), set(new.get("required", ()))
    for name in sorted(after - before):
        yield f"{place}.{name}: newly required"
    if sent:
        for name in sorted(before - after):
            yield f"{place}.{name}: no longer always there"


def _types(old: Schema, new: Schema, place: str, *, sent: bool) -> Iterator[str]:
    before, after = _type_set(old), _type_set(new)
    if after and (not before or before - after):
        yield f"{place}: type narrowed to {', '.join(sorted(after))}"
    if sent and before and (not after or after - before):
        yield f"{place}: type widened beyond {', '.join(sorted(before))}"
    if "enum" in new:
        missing = [word for word in old.get("enum", ["any value"]) if word not in new["enum"]]
        if missing:
            yield f"{place}: enum without {', '.join(map(str, missing))}"


def _type_set(schema: Schema) -> set[str]:
    kind = schema.get("type", [])
    types = {kind} if isinstance(kind, str) else set(kind)
    return types | {"integer"} if "number" in types else types


def _limits(old: Schema, new: Schema, place: str) -> Iterator[str]:
    for limit in LOWER_LIMITS:
        if limit in new and new[limit] > old.get(limit, float("-inf")):
            yield f"{place}: {limit} raised to {new[limit]}"
    for limit in UPPER_LIMITS:
        if limit in new and new[limit] < old.get(limit, float("inf")):
            yield f"{place}: {limit} lowered to {new[limit]}"
