"""The JSON Schema that is sent and that the reply must obey: a closed list of names."""

from collections.abc import Sequence

SCHEMA_VERSION = "items-1"
MAX_ITEMS = 12
MAX_NAME_CHARACTERS = 80


def closed_schema(names: Sequence[str]) -> dict[str, object]:
    """Items out of exactly these names. One key only, so that a server that sorts keys changes nothing.

    `names` must not be empty: servers refuse an empty enum, each in its own way.
    """
    return _schema({"type": "string", "enum": list(dict.fromkeys(names))}, min(MAX_ITEMS, len(set(names))))


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
