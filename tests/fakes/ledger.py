"""The ledger in memory; can be full."""

import threading
from collections.abc import Iterator

from server.domain.chain import GENESIS, ChainVerdict, Seal, seal_place, seal_record, verify_chain
from server.domain.errors import LedgerUnavailable
from server.domain.record import Record, SealedRecord


class FakeLedger:
    """Implements server.ports.ledger.LedgerKeeper."""

    def __init__(self, key: bytes = b"k" * 32) -> None:
        self.sealed: list[SealedRecord] = []
        self.full = False  # every append fails while it is
        self._key = key
        self._lock = threading.Lock()
        self._checkpoint: Seal | None = None
        self._anchor: Seal | None = None

    def append(self, record: Record) -> SealedRecord:
        if self.full:
            raise LedgerUnavailable("the ledger could not take or give a record", remedy="make room")
        with self._lock:
            return self._append(record)

    def find(self, request_id: str) -> tuple[SealedRecord, ...]:
        return tuple(sealed for sealed in self.sealed if sealed.record.request_id == request_id)

    def records(self) -> Iterator[SealedRecord]:
        yield from list(self.sealed)

    def verify(self) -> ChainVerdict:
        return verify_chain(self.sealed, key=self._key, checkpoint=self._checkpoint, anchor=self._anchor)

    def forget_before(self, created_at: str) -> int:
        old = 0
        while old < len(self.sealed) and self.sealed[old].record.created_at < created_at:
            old += 1
        if old:
            last = self.sealed[old - 1]
            self._checkpoint = seal_place("checkpoint", sequence=last.sequence, mac=last.mac, key=self._key)
            self.sealed = self.sealed[old:]
        return old

    def close(self) -> None:
        """Nothing to close."""

    def _append(self, record: Record) -> SealedRecord:
        last = self.sealed[-1] if self.sealed else self._checkpoint
        sequence, mac = (last.sequence, last.mac) if last else (0, GENESIS)
        sealed = seal_record(record, sequence=sequence + 1, previous_mac=mac, key=self._key)
        self.sealed.append(sealed)
        self._anchor = seal_place("anchor", sequence=sealed.sequence, mac=sealed.mac, key=self._key)
        return sealed
