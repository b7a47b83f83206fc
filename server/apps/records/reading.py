"""All records as lines, and the end of their time."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, timedelta

from server.domain.chain import canonical_json
from server.ports.ledger import Ledger, LedgerKeeper


def export_lines(ledger: Ledger) -> Iterator[str]:
    """The whole ledger as JSONL, one sealed record a line; with the key every code can be checked again."""
    return (canonical_json(asdict(sealed)) for sealed in ledger.records())


def apply_retention(ledger: LedgerKeeper, *, now: datetime, days: int) -> int:
    """Drop records older than `days`; 0 keeps everything. Returns how many went.

    A chain with a fault is left as it is: dropping would destroy the traces.
    """
    if days == 0 or ledger.verify().fault is not None:
        return 0
    return ledger.forget_before((now - timedelta(days=days)).isoformat())
