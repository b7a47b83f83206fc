"""One line of the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """What was asked, found, picked, refused and shown. Personal numbers are masked before."""

    request_id: str
    created_at: str  # ISO 8601, UTC
    kind: Literal["cards", "answer", "feedback"]
    content: Mapping[str, object]  # plain JSON values


@dataclass(frozen=True, kw_only=True, slots=True)
class SealedRecord:
    """A record in the chain."""

    sequence: int  # from 1, no gaps
    record: Record
    previous_mac: str
    mac: str  # HMAC-SHA256 over sequence, previous_mac and the canonical JSON of the record
