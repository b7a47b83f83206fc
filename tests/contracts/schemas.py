"""The JSON Schemas of contracts/, by name: what goes over the wire is checked against them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from server.domain.errors import NotFound

SUFFIX = ".schema.json"


@dataclass(frozen=True, kw_only=True, slots=True)
class SchemaFault:
    """One place where a value breaks its schema. `place` is a JSON path: $.cards[0].title."""

    place: str
    message: str


class Schemas:
    """All schemas of one folder. A name is `card.v1`: the file's name before `.schema.json`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def by_name(self) -> Mapping[str, Mapping[str, Any]]:
        """Every schema as read, by name."""
        return {
            path.name.removesuffix(SUFFIX): json.loads(path.read_text(encoding="utf-8"))
            for path in sorted(self._folder.glob(f"*{SUFFIX}"))
        }

    def find_faults(self, name: str, value: object) -> tuple[SchemaFault, ...]:
        """Where a plain JSON value breaks the schema; empty when it keeps it. NotFound without one."""
        faults = self._validator(name).iter_errors(value)
        return tuple(SchemaFault(place=fault.json_path, message=fault.message) for fault in faults)

    def _validator(self, name: str) -> Draft202012Validator:
        if name not in self.by_name:
            raise NotFound(
                f"there is no contract {name!r}", remedy=f"the contracts are: {', '.join(self.by_name)}"
            )
        return Draft202012Validator(self.by_name[name], registry=self._registry)

    @cached_property
    def _registry(self) -> "Registry[Any]":
        resources = (Resource.from_contents(schema) for schema in self.by_name.values())
        return resources @ Registry()
