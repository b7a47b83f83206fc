"""The append-only record of every answer."""

from collections.abc import Iterator
from typing import Protocol

from server.domain.record import Record, SealedRecord


class Ledger(Protocol):
    """Every method raises LedgerUnavailable on a store fault; the caller applies the policy."""

    def append(self, record: Record) -> SealedRecord:
        """Seal and keep; on return the record is on disk."""
        ...

    def find(self, request_id: str) -> tuple[SealedRecord, ...]:
        """All records of one request, oldest first."""
        ...

    def records(self) -> Iterator[SealedRecord]:
        """All records, oldest first."""
        ...
