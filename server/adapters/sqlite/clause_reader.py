"""The clause store of a published edition."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw

from server.adapters.sqlite.clause_rows import COLUMNS, clause_of, document_of
from server.adapters.sqlite.connection import open_immutable
from server.domain.clause import Clause
from server.domain.document import Document
from server.domain.query import Scope

ROWS_AT_ONCE = 500  # bound values of one statement


@dataclass(frozen=True, kw_only=True, slots=True)
class ClauseCounts:
    """What the store holds."""

    documents: int
    clauses: int
    clauses_by_documents: int  # the same as the documents themselves say it
    parts: int
    passages: int


class ClauseReader:
    """Any number of threads; each call borrows a connection. Raises apsw.Error."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: deque[apsw.Connection] = deque()

    def clauses(self, rows: Sequence[int]) -> list[Clause]:
        """The clauses of these rows, in this order; KeyError for a row that is not there."""
        found: dict[int, Clause] = {}
        with self._borrowed() as db:
            for start in range(0, len(rows), ROWS_AT_ONCE):
                piece = rows[start : start + ROWS_AT_ONCE]
                places = ",".join("?" * len(piece))
                query = f"select row, {COLUMNS} from clauses where row in ({places})"  # noqa: S608  # fixed names
                found.update((values[0], clause_of(values[1:])) for values in db.execute(query, tuple(piece)))
        return [found[row] for row in rows]

    def clause(self, clause_id: str) -> Clause | None:
        """One clause by its id."""
        query = f"select {COLUMNS} from clauses where clause_id = ?"  # noqa: S608  # fixed names
        with self._borrowed() as db:
            return next((clause_of(values) for values in db.execute(query, (clause_id,))), None)

    def document_clauses(self, doc_id: str, *, offset: int, limit: int) -> list[Clause]:
        """A page of one document's clauses, in their order."""
        query = f"select {COLUMNS} from clauses where doc_id = ? order by ordinal limit ? offset ?"  # noqa: S608  # fixed names
        with self._borrowed() as db:
            return [clause_of(values) for values in db.execute(query, (doc_id, limit, offset))]

    def documents(self) -> list[Document]:
        """All documents, by doc_id."""
        with self._borrowed() as db:
            return [document_of(value) for (value,) in db.execute("select value from documents")]

    def rows_in(self, scope: Scope) -> list[int]:
        """Rows of the clauses inside the scope."""
        query = "select row from clauses where (?1 is null or collection = ?1)"
        with self._borrowed() as db:
            if scope.documents is None:
                return [row for (row,) in db.execute(query, (scope.collection,))]
            query += " and doc_id = ?2"
            return [
                row for doc_id in scope.documents for (row,) in db.execute(query, (scope.collection, doc_id))
            ]

    def counts(self) -> ClauseCounts:
        """Counted now, not remembered."""
        query = (
            "select (select count(*) from documents), count(*),"
            " (select coalesce(sum(value ->> 'clauses'), 0) from documents),"
            " coalesce(sum(parts), 0), coalesce(sum(passages), 0) from clauses"
        )
        with self._borrowed() as db:
            documents, clauses, by_documents, parts, passages = next(iter(db.execute(query)))
        return ClauseCounts(
            documents=documents,
            clauses=clauses,
            clauses_by_documents=by_documents,
            parts=parts,
            passages=passages,
        )

    def parts(self, row: int) -> int:
        """How many parts the clause was indexed in; 0 when it is not there."""
        with self._borrowed() as db:
            return int(db.execute("select parts from clauses where row = ?", (row,)).get or 0)

    def faults(self) -> list[str]:
        """What SQLite's own check finds wrong; empty when sound."""
        with self._borrowed() as db:
            return [line for (line,) in db.execute("pragma quick_check") if line != "ok"]

    def passage_hashes(self) -> Iterator[tuple[int, str]]:
        """(row, passage hash) of every kept passage, by row and place."""
        with self._borrowed() as db:
            yield from db.execute("select row, passage_hash from passages order by row, place")

    def passage_texts(self) -> Iterator[tuple[str, str]]:
        """(passage hash, text) of every kept passage, by row and place."""
        with self._borrowed() as db:
            yield from db.execute("select passage_hash, text from passages order by row, place")

    def close(self) -> None:
        """Close all idle connections; call it when nobody reads."""
        while self._idle:
            self._idle.pop().close()

    @contextmanager
    def _borrowed(self) -> Iterator[apsw.Connection]:
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = open_immutable(self._path)
        try:
            yield connection
        finally:
            self._idle.append(connection)
