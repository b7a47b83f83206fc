"""Our values as JSON: field for field, so that the contract is the domain value."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def as_json(value: object) -> Any:  # noqa: ANN401  # JSON is any of its six kinds
    """Plain JSON of a value, its mappings and its sequences; sets are sorted."""
    if is_dataclass(value) and not isinstance(value, type):
        return {part.name: as_json(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): as_json(part) for name, part in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(as_json(part) for part in value)
    if isinstance(value, list | tuple):
        return [as_json(part) for part in value]
    return value
