"""Policies are data (contracts/policies); these are their values."""

from collections.abc import Mapping
from dataclasses import dataclass

from server.domain.clause import Language


@dataclass(frozen=True, kw_only=True, slots=True)
class BannedRule:
    """An expression that no card may hold, with the examples that prove the rule."""

    rule_id: str
    language: Language
    pattern: str  # regular expression over the skeleton
    must_refuse: tuple[str, ...]
    must_pass: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """All policy data of one version. `version` is the hash of the files."""

    version: str
    banned: tuple[BannedRule, ...]
    generic_names: Mapping[Language, frozenset[str]]
    labels: Mapping[Language, Mapping[str, str]]  # templates and labels by key
