"""The append-only record of every answer."""

from collections.abc import Iterator
from typing import Protocol

from server.domain.chain import ChainVerdict
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


class LedgerKeeper(Ledger, Protocol):
    """The same for whoever runs the service."""

    def verify(self) -> ChainVerdict:
        """Walk the whole chain; a fault is part of the verdict, not an error."""
        ...

    def forget_before(self, created_at: str) -> int:
        """Drop the oldest records up to, not including, the first made at or after this time.

        A sealed checkpoint takes their place, so that the chain goes on; returns how many went.
        """
        ...

    def close(self) -> None:
        """Let go of what is open."""
        ...
