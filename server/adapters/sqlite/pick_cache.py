"""Picks in a small SQLite file of their own: they survive a restart and can be thrown away."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import apsw

from server.adapters.sqlite.connection import open_writable
from server.domain.pick import Candidate, Picks
from server.ports.metrics import Metrics

MAX_ENTRIES = 300_000  # about one for each clause of the largest collection we measured, 300 MB at most
BUSY_MILLISECONDS = 50  # a cache that keeps a request waiting is worse than none

_SCHEMA = """
create table if not exists picks (id integer primary key, key text not null unique, picks text not null)
"""
_DAMAGED = (apsw.NotADBError, apsw.CorruptError)


class SqlitePickCache:
    """Implements server.ports.pick_cache.PickCache. What the store cannot do is counted as a fault.

    One file may serve several processes (a server and a warm-up). The oldest entries go when
    there are more than `max_entries`. A damaged file is replaced by an empty one.
    """

    def __init__(self, path: Path, *, metrics: Metrics, max_entries: int = MAX_ENTRIES) -> None:
        self._metrics = metrics
        self._path = path
        self._max_entries = max_entries
        self._lock = threading.Lock()
        self._connection: apsw.Connection | None = None
        with self._faults_counted():
            self._connection = self._open()

    def get(self, key: str) -> Picks | None:
        """The picks under this key, or None."""
        with self._faults_counted(), self._lock:
            for (stored,) in self._connected().execute("select picks from picks where key = ?", (key,)):
                return _read(stored)
        return None

    def put(self, key: str, picks: Picks) -> None:
        """Keep picks under this key; the last writer wins."""
        stored = json.dumps(asdict(picks), ensure_ascii=False, separators=(",", ":"))
        with self._faults_counted(), self._lock, self._connected() as connection:
            connection.execute("insert or replace into picks (key, picks) values (?, ?)", (key, stored))
            connection.execute(
                "delete from picks where id <= (select max(id) from picks) - ?", (self._max_entries,)
            )

    def close(self) -> None:
        """Let go of the file; every later `get` is a miss."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _connected(self) -> apsw.Connection:
        if self._connection is None:
            raise apsw.CantOpenError("the cache is closed")
        return self._connection

    def _open(self) -> apsw.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return _connect(self._path)
        except _DAMAGED:
            self._count_fault()
            for ending in ("", "-wal", "-shm"):
                self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
            return _connect(self._path)

    @contextmanager
    def _faults_counted(self) -> Iterator[None]:
        try:
            yield
        except (apsw.Error, OSError, ValueError, TypeError, KeyError):  # the last three: not our JSON
            self._count_fault()

    def _count_fault(self) -> None:
        self._metrics.count("pick_cache", "fault")


def _connect(path: Path) -> apsw.Connection:
    connection = open_writable(path, wal=True)
    connection.set_busy_timeout(BUSY_MILLISECONDS)
    connection.pragma("synchronous", "normal")
    connection.execute(_SCHEMA)
    return connection


def _read(stored: str) -> Picks:
    value = json.loads(stored)
    return Picks(
        names=tuple(value["names"]),
        candidates=tuple(Candidate(**candidate) for candidate in value["candidates"]),
        raw_reply=value["raw_reply"],
        usage=value["usage"],
    )
