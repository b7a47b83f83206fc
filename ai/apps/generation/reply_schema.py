"""The JSON Schema that is sent and that the reply must obey: a closed list of names."""

from collections.abc import Sequence

SCHEMA_VERSION = "items-2"
MAX_PICKS = 4  # of a closed list: the rules complete it, and servers let a name be repeated up to the limit
MAX_ITEMS = 12
MAX_NAME_CHARACTERS = 80  # a longer name is refused by its gate: it is not offered


def closed_schema(names: Sequence[str]) -> dict[str, object]:
    """Items out of exactly these names. One key only, so that a server that sorts keys changes nothing.

    `names` must be different and not empty: servers refuse an empty enum, each in its own way.
    """
    return _schema({"type": "string", "enum": list(names)}, min(MAX_PICKS, len(names)))


def open_schema() -> dict[str, object]:
    """Any strings, for evaluation only: shows what the literal check catches."""
    return _schema({"type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARACTERS}, MAX_ITEMS)


def _schema(item: dict[str, object], most: int) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {"items": {"type": "array", "maxItems": most, "items": item}},
        "required": ["items"],
        "additionalProperties": False,
    }
