"""From a clause to picks: what is sent to a picker and what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from server.domain.clause import Clause
from server.domain.reasons import Gate


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A span of the body that could be an item name: `name == body[start:end]`."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PickerIdentity:
    """All that a picker's reply depends on besides the clause; the cache key is made of it.

    `finder_version` stands for the candidates: they follow from the clause and the finder.
    """

    origin: Literal["model", "rules"]
    model_id: str
    model_digest: str
    prompt_version: str
    schema_version: str
    finder_version: str
    options: str = ""  # options that change the reply, canonical JSON


@dataclass(frozen=True, kw_only=True, slots=True)
class PickRequest:
    """One clause to pick from, in at most `deadline_seconds`."""

    clause: Clause
    deadline_seconds: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Picks:
    """What a picker chose. Names are unchecked; the gates come after.

    `candidates` is empty exactly when no call was made because nothing could be picked.
    """

    names: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    raw_reply: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)  # prompt_tokens, output_tokens, milliseconds


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A value that a gate did not let pass."""

    name: str
    gate: Gate
    reason: str  # stable code below the gate: not_literal, office_looks_up, waived, …
