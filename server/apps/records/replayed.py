"""What a replay came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Cause = Literal["edition", "policy", "rules", "rule", "shown", "masked"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One thing that is not as it was.

    edition: a clause is gone or has another text; policy, rules: another version judges now;
    rule: this rule lets pass or refuses now what it did not then; masked: the recorded query
    holds masked numbers, so that its own words may be missing; shown: a member differs.
    """

    cause: Cause
    what: str
    then: str
    now: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Replay:
    """`same`: what would be shown now equals what was shown, byte for byte (canonical JSON)."""

    request_id: str
    kind: str
    sequence: int  # of the record that was replayed
    same: bool
    changes: tuple[Change, ...]
    then: object  # what was shown
    now: object  # what the same gates and the same assembly make of the recorded reply


@dataclass(frozen=True, kw_only=True, slots=True)
class Remade:
    """What the gates and the assembly make of a record now."""

    shown: object
    refusals: frozenset[tuple[str, str]]  # (rule, of what)
    versions: Mapping[str, str]
