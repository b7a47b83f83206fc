"""A reply's text -> names, or ModelInvalidReply. Nothing is repaired, stripped or guessed."""

import json
import unicodedata
from collections.abc import Mapping
from typing import cast

from jsonschema import Draft202012Validator

from server.domain.errors import ModelInvalidReply

MAX_REPLY_CHARACTERS = 8_000
_HIDDEN = frozenset({"Cf", "Co", "Cs", "Cn"})
_WHITE = frozenset("\n\r\t ")


def parse_names(content: str, schema: Mapping[str, object]) -> tuple[str, ...]:
    """The names of a reply that obeys the schema to the letter, in its order.

    Raises ModelInvalidReply for prose, fences, stray tags, broken or cut JSON, a key given twice,
    a value outside the schema, and for characters that no honest reply holds. The reply's text
    is never part of the message.
    """
    if len(content) > MAX_REPLY_CHARACTERS:
        raise ModelInvalidReply("the reply is too long")
    if any(_hidden(character) for character in content):
        raise ModelInvalidReply("the reply holds control or unassigned characters")
    try:
        data = json.loads(content, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ModelInvalidReply("the reply is no JSON document") from error
    fault = next(iter(Draft202012Validator(schema).iter_errors(data)), None)
    if fault is not None:
        raise ModelInvalidReply(f"the reply breaks the schema at {fault.json_path}")
    names = cast("list[str]", data["items"])
    if any(_hidden(character) for name in names for character in name):
        raise ModelInvalidReply("the reply holds escaped control characters")
    return tuple(dict.fromkeys(names))


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _no_constant(name: str) -> object:
    raise ValueError(name)


def _hidden(character: str) -> bool:
    category = unicodedata.category(character)
    return category in _HIDDEN or (category == "Cc" and character not in _WHITE)
