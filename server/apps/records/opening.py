"""A ledger that is opened at its first use, and tried again while that fails.

A broken ledger must not keep a service from starting whose policy says that answers come first.
"""

from collections.abc import Callable, Iterator
from threading import Lock

from server.domain.chain import ChainVerdict
from server.domain.record import Record, SealedRecord
from server.ports.ledger import LedgerKeeper


class LateLedger:
    """Implements LedgerKeeper. `open_ledger` may raise LedgerUnavailable; then every method does."""

    def __init__(self, open_ledger: Callable[[], LedgerKeeper]) -> None:
        self._open_ledger = open_ledger
        self._lock = Lock()
        self._opened: LedgerKeeper | None = None

    def append(self, record: Record) -> SealedRecord:
        """Seal and keep; on return the record is on disk."""
        return self._ledger().append(record)

    def find(self, request_id: str) -> tuple[SealedRecord, ...]:
        """All records of one request, oldest first."""
        return self._ledger().find(request_id)

    def records(self) -> Iterator[SealedRecord]:
        """All records, oldest first."""
        return self._ledger().records()

    def verify(self) -> ChainVerdict:
        """Walk the whole chain."""
        return self._ledger().verify()

    def forget_before(self, created_at: str) -> int:
        """Drop the oldest records behind a sealed checkpoint."""
        return self._ledger().forget_before(created_at)

    def close(self) -> None:
        """Let go of the file if it was opened."""
        if self._opened is not None:
            self._opened.close()

    def _ledger(self) -> LedgerKeeper:
        with self._lock:
            if self._opened is None:
                self._opened = self._open_ledger()
            return self._opened
