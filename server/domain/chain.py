"""The chain that seals the ledger: each record's code covers all records before it. Pure.

HMAC-SHA256 (RFC 2104) over the sequence number, the code before and the record's canonical JSON.
Whoever has no key can neither write a record nor change, drop or move one without breaking the
chain at that place; what is cut from its end shows against the anchor, which lies apart from it.
"""

import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from server.domain.record import Record, SealedRecord

GENESIS = "0" * 64
"""What stands before the first record."""

FaultKind = Literal["edited", "missing", "moved", "truncated", "rewritten", "anchor_missing", "seal_broken"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Seal:
    """A place in the chain with its own code: the anchor, or the checkpoint that old records ended at."""

    sequence: int  # 0 and GENESIS: before the first record
    mac: str
    code: str  # HMAC over purpose, sequence and mac


@dataclass(frozen=True, kw_only=True, slots=True)
class ChainFault:
    """The first record that is not as it was written."""

    sequence: int
    kind: FaultKind


@dataclass(frozen=True, kw_only=True, slots=True)
class ChainVerdict:
    """Records that were read up to the first fault, or all of them."""

    records: int
    last_sequence: int
    fault: ChainFault | None


def canonical_json(value: object) -> str:
    """One spelling for equal values: sorted keys, no white space, no escapes but the needed ones."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def seal_record(
    record: Record, *, sequence: int, previous_mac: str, key: bytes, content: str | None = None
) -> SealedRecord:
    """The record at its place in the chain. `content` is that of the record as canonical JSON, if at hand."""
    mac = _mac(key, str(sequence), previous_mac, _record_json(record, content))
    return SealedRecord(sequence=sequence, record=record, previous_mac=previous_mac, mac=mac)


def seal_place(purpose: Literal["anchor", "checkpoint"], *, sequence: int, mac: str, key: bytes) -> Seal:
    """A seal over one place; its purpose is part of the code, so that one cannot stand for the other."""
    return Seal(sequence=sequence, mac=mac, code=_mac(key, purpose, str(sequence), mac))


def verify_chain(
    records: Iterable[SealedRecord], *, key: bytes, checkpoint: Seal | None, anchor: Seal | None
) -> ChainVerdict:
    """Walk the chain from the checkpoint (or the beginning) to the anchor and beyond.

    Records behind the anchor are in order: a process may die between a record and its anchor.
    """
    start = checkpoint or seal_place("checkpoint", sequence=0, mac=GENESIS, key=key)
    if not _holds(start, "checkpoint", key):
        return _fault(0, start.sequence, start.sequence, "seal_broken")
    count, sequence, mac = 0, start.sequence, start.mac
    for sealed in records:
        kind = _record_fault(sealed, sequence + 1, mac, key)
        if kind is None and anchor and anchor.sequence == sealed.sequence and anchor.mac != sealed.mac:
            kind = "rewritten"
        if kind is not None:
            return _fault(count, sequence, sequence + 1, kind)
        count, sequence, mac = count + 1, sealed.sequence, sealed.mac
    return _check_end(count, sequence, key, anchor)


def _check_end(count: int, sequence: int, key: bytes, anchor: Seal | None) -> ChainVerdict:
    if anchor is None and sequence:
        return _fault(count, sequence, sequence, "anchor_missing")
    if anchor is not None and not _holds(anchor, "anchor", key):
        return _fault(count, sequence, anchor.sequence, "seal_broken")
    if anchor is not None and anchor.sequence > sequence:
        return _fault(count, sequence, sequence + 1, "truncated")
    return ChainVerdict(records=count, last_sequence=sequence, fault=None)


def _record_fault(sealed: SealedRecord, expected: int, mac: str, key: bytes) -> FaultKind | None:
    if sealed.sequence != expected:
        return "missing"
    genuine = seal_record(sealed.record, sequence=sealed.sequence, previous_mac=sealed.previous_mac, key=key)
    if not hmac.compare_digest(genuine.mac, sealed.mac):
        return "edited"
    return None if sealed.previous_mac == mac else "moved"


def _record_json(record: Record, content: str | None) -> str:
    """Canonical JSON of all members; the content, ten kilobytes of it, is the first by name."""
    others = canonical_json(
        {"created_at": record.created_at, "kind": record.kind, "request_id": record.request_id}
    )
    return f'{{"content":{content or canonical_json(record.content)},{others[1:]}'


def _holds(seal: Seal, purpose: Literal["anchor", "checkpoint"], key: bytes) -> bool:
    genuine = seal_place(purpose, sequence=seal.sequence, mac=seal.mac, key=key)
    return hmac.compare_digest(genuine.code, seal.code)


def _fault(records: int, last: int, sequence: int, kind: FaultKind) -> ChainVerdict:
    return ChainVerdict(records=records, last_sequence=last, fault=ChainFault(sequence=sequence, kind=kind))


def _mac(key: bytes, *parts: str) -> str:
    return hmac.new(key, "\0".join(parts).encode(), sha256).hexdigest()
