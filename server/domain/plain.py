"""Our values as JSON: field for field, so that the contract is the domain value."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any


def as_json(value: object) -> Any:  # noqa: ANN401  # JSON is any of its six kinds
    """Plain JSON of a value, its mappings and its sequences; sets are sorted."""
    if value is None or isinstance(value, str | int | float):
        return value  # most values of an answer
    names = _field_names(type(value))  # type: ignore[arg-type]  # mypy takes the unbound __hash__
    if names is not None:
        return {name: as_json(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): as_json(part) for name, part in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(as_json(part) for part in value)
    if isinstance(value, list | tuple):
        return [as_json(part) for part in value]
    return value


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """Of a dataclass; None of anything else."""
    return tuple(part.name for part in fields(kind)) if is_dataclass(kind) else None
