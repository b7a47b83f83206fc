"""The ledger in a SQLite file of its own: append-only by trigger, chained, anchored."""

import fcntl
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import apsw

from server.adapters.sqlite.connection import open_writable
from server.adapters.sqlite.ledger_anchor import read_anchor, write_anchor
from server.adapters.sqlite.ledger_key import read_key
from server.domain.chain import (
    GENESIS,
    ChainVerdict,
    Seal,
    canonical_json,
    seal_place,
    seal_record,
    verify_chain,
)
from server.domain.errors import LedgerUnavailable
from server.domain.record import Record, SealedRecord

P = ParamSpec("P")
T = TypeVar("T")

_BATCH = 500  # records a reader takes at a time
_SCHEMA = """
CREATE TABLE IF NOT EXISTS records (
    sequence INTEGER PRIMARY KEY,
    request_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    previous_mac TEXT NOT NULL,
    mac TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS records_by_request ON records (request_id);
CREATE TABLE IF NOT EXISTS checkpoints (
    sequence INTEGER PRIMARY KEY,
    mac TEXT NOT NULL,
    code TEXT NOT NULL
) STRICT;
CREATE TRIGGER IF NOT EXISTS records_are_not_changed BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS records_are_not_dropped BEFORE DELETE ON records
WHEN OLD.sequence > (SELECT coalesce(max(sequence), 0) FROM checkpoints)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
"""
_COLUMNS = "sequence, request_id, created_at, kind, content, previous_mac, mac"


def _store_faults(method: Callable[P, T]) -> Callable[P, T]:
    """Whatever the disk or SQLite says becomes LedgerUnavailable, its cause kept."""

    @wraps(method)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except (apsw.Error, OSError, ValueError) as error:
            raise LedgerUnavailable(
                "the ledger could not take or give a record",
                remedy="check disk space and rights of the data folder, then `clausecard ledger verify`",
            ) from error

    return wrapped


@dataclass(frozen=True, kw_only=True, slots=True)
class _Entry:
    """A record that waits to be kept."""

    record: Record
    content: str  # canonical JSON
    future: Future[SealedRecord] = field(default_factory=Future)


class SqliteLedger:
    """Implements LedgerKeeper. Safe for threads and for several processes on one file.

    One writer at a time holds the lock file while it seals, commits (synchronous FULL) and moves
    the anchor, so that the anchor never goes back.
    """

    @_store_faults
    def __init__(self, path: Path, *, key_file: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._anchor = path.with_name(path.name + ".anchor")
        self._lock = threading.RLock()
        self._entries: deque[_Entry] = deque()
        self._lock_file = path.with_name(path.name + ".lock").open("a")
        with ExitStack() as undo:
            undo.callback(self._lock_file.close)
            with self._exclusive():
                self._connection = open_writable(path, wal=True)
                undo.callback(self._connection.close)
                self._connection.pragma("synchronous", "full")
                self._connection.execute(_SCHEMA)
                last, _ = self._end()
                new = last == 0 and not self._anchor.exists()
                self._key = read_key(key_file, may_create=new)
                if new:  # before the first record: a kill right behind it must not look like a lost anchor
                    write_anchor(self._anchor, seal_place("anchor", sequence=0, mac=GENESIS, key=self._key))
            undo.pop_all()

    @_store_faults
    def append(self, record: Record) -> SealedRecord:
        """Seal and keep; on return the record and its anchor are on disk.

        Who waits for the writer's turn is taken along by the one before: a sync costs the same
        for one record and for many.
        """
        entry = _Entry(record=record, content=canonical_json(record.content))
        entry.content.encode()  # what cannot be written is refused before others share its transaction
        self._entries.append(entry)
        with self._lock:
            if not entry.future.done():
                self._commit([self._entries.popleft() for _ in range(len(self._entries))])
        return entry.future.result(timeout=0)

    @_store_faults
    def find(self, request_id: str) -> tuple[SealedRecord, ...]:
        """All records of one request, oldest first."""
        with self._lock:
            return tuple(self._select("WHERE request_id = ? ORDER BY sequence", (request_id,)))

    def records(self) -> Iterator[SealedRecord]:
        """All records, oldest first, read in batches: nobody who writes waits for the reader."""
        sequence = 0
        while batch := self._batch(sequence):
            yield from batch
            sequence = batch[-1].sequence

    @_store_faults
    def verify(self) -> ChainVerdict:
        """Walk the chain as it stands now. Writers wait, so that anchor and table belong together."""
        with self._exclusive():
            checkpoint, anchor = self._checkpoint(), read_anchor(self._anchor)
            return verify_chain(self.records(), key=self._key, checkpoint=checkpoint, anchor=anchor)

    @_store_faults
    def forget_before(self, created_at: str) -> int:
        """Drop old records behind a sealed checkpoint. Verify first: what is dropped is not checked again."""
        with self._exclusive():
            row = self._connection.execute(
                "SELECT min(sequence) FROM records WHERE created_at >= ?", (created_at,)
            ).fetchone()
            end, _ = self._end()
            through = (row[0] - 1) if row and row[0] is not None else end
            last = list(self._select("WHERE sequence = ?", (through,)))
            return self._drop_through(last[0]) if last else 0

    @_store_faults
    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
            self._lock_file.close()

    def _drop_through(self, last: SealedRecord) -> int:
        seal = seal_place("checkpoint", sequence=last.sequence, mac=last.mac, key=self._key)
        before = self._connection.total_changes()
        with self._connection:
            self._connection.execute(
                "INSERT INTO checkpoints VALUES (?, ?, ?)", (seal.sequence, seal.mac, seal.code)
            )
            self._connection.execute("DELETE FROM records WHERE sequence <= ?", (last.sequence,))
        return self._connection.total_changes() - before - 1  # less the checkpoint

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        with self._lock:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._lock_file, fcntl.LOCK_UN)

    def _commit(self, entries: list[_Entry]) -> None:
        """All in one transaction, and the anchor once; a fault is everybody's."""
        try:
            with self._exclusive():
                sealed = self._insert(entries)
                self._move_anchor(sealed[-1])
        except (apsw.Error, OSError, ValueError) as error:
            for entry in entries:
                entry.future.set_exception(error)
        else:
            for entry, one in zip(entries, sealed, strict=True):
                entry.future.set_result(one)

    def _insert(self, entries: list[_Entry]) -> list[SealedRecord]:
        sealed: list[SealedRecord] = []
        with self._connection:
            sequence, mac = self._end()
            for entry in entries:
                one = seal_record(
                    entry.record,
                    sequence=sequence + 1,
                    previous_mac=mac,
                    key=self._key,
                    content=entry.content,
                )
                sequence, mac = one.sequence, one.mac
                self._connection.execute(
                    f"INSERT INTO records ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  # a constant
                    (
                        one.sequence,
                        one.record.request_id,
                        one.record.created_at,
                        one.record.kind,
                        entry.content,
                        one.previous_mac,
                        one.mac,
                    ),
                )
                sealed.append(one)
        return sealed

    def _move_anchor(self, last: SealedRecord) -> None:
        seal = seal_place("anchor", sequence=last.sequence, mac=last.mac, key=self._key)
        write_anchor(self._anchor, seal)

    def _end(self) -> tuple[int, str]:
        """Sequence and code of the last record, or of the checkpoint when none is left."""
        row = self._connection.execute(
            "SELECT sequence, mac FROM records UNION ALL SELECT sequence, mac FROM checkpoints"
            " ORDER BY sequence DESC LIMIT 1"
        ).fetchone()
        return (row[0], row[1]) if row else (0, GENESIS)

    def _checkpoint(self) -> Seal | None:
        row = self._connection.execute(
            "SELECT sequence, mac, code FROM checkpoints ORDER BY sequence DESC LIMIT 1"
        ).fetchone()
        return Seal(sequence=row[0], mac=row[1], code=row[2]) if row else None

    @_store_faults
    def _batch(self, behind: int) -> list[SealedRecord]:
        with self._lock:
            return list(self._select("WHERE sequence > ? ORDER BY sequence LIMIT ?", (behind, _BATCH)))

    def _select(self, where: str, values: tuple[object, ...]) -> Iterator[SealedRecord]:
        rows = self._connection.execute(f"SELECT {_COLUMNS} FROM records {where}", values)  # noqa: S608  # constants
        for sequence, request_id, created_at, kind, content, previous_mac, mac in rows:
            record = Record(
                request_id=request_id, created_at=created_at, kind=kind, content=json.loads(content)
            )
            yield SealedRecord(sequence=sequence, record=record, previous_mac=previous_mac, mac=mac)
