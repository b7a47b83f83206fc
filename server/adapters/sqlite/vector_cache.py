"""Vectors kept across builds, by embedder and passage: what was embedded once is never embedded again."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import apsw
import numpy as np

from server.adapters.sqlite.connection import open_writable
from server.ports.embedder import Vectors

SCHEMA = """
create table if not exists vectors (
    embedder_id text not null, passage_hash text not null, vector blob not null,
    primary key (embedder_id, passage_hash)
) without rowid;
create temp table wanted (passage_hash text primary key) without rowid;
"""


class VectorCache:
    """Used by the one builder. Raises apsw.Error. A damaged file is begun anew: it holds nothing unique."""

    def __init__(self, path: Path) -> None:
        try:
            self._db = _opened(path)
        except (apsw.CorruptError, apsw.NotADBError):
            path.unlink()
            self._db = _opened(path)

    def keep(self, embedder_id: str, passage_hashes: Sequence[str], vectors: Vectors) -> None:
        """One transaction: on return the vectors outlive a kill."""
        rows = (
            (embedder_id, passage_hash, vector.astype("<f4").tobytes())
            for passage_hash, vector in zip(passage_hashes, vectors, strict=True)
        )
        with self._db:
            self._db.executemany("insert or replace into vectors values (?, ?, ?)", rows)

    def hashes(self, embedder_id: str) -> set[str]:
        """Passages that have a vector of this embedder."""
        query = "select passage_hash from vectors where embedder_id = ?"
        return {passage_hash for (passage_hash,) in self._db.execute(query, (embedder_id,))}

    def vector(self, embedder_id: str, passage_hash: str) -> Vectors:
        """One vector; KeyError when it is not there."""
        query = "select vector from vectors where embedder_id = ? and passage_hash = ?"
        blob = self._db.execute(query, (embedder_id, passage_hash)).get
        if blob is None:
            raise KeyError(passage_hash)
        return np.frombuffer(blob, dtype="<f4")

    def forget_others(self, embedder_id: str, passage_hashes: Iterable[str]) -> None:
        """Drop every vector but these."""
        with self._db:
            self._db.execute("delete from wanted")
            self._db.executemany(
                "insert or ignore into wanted values (?)", ((one,) for one in passage_hashes)
            )
            self._db.execute(
                "delete from vectors where embedder_id != ?"
                " or passage_hash not in (select passage_hash from wanted)",
                (embedder_id,),
            )

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _opened(path: Path) -> apsw.Connection:
    connection = open_writable(path, wal=False)
    connection.execute(SCHEMA)
    return connection
