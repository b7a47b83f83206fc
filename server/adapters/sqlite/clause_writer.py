"""The clause store of a draft."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from server.adapters.sqlite.clause_rows import (
    COLUMNS,
    SCHEMA,
    clause_values,
    document_value,
)
from server.adapters.sqlite.connection import open_aside
from server.domain.clause import Clause
from server.domain.document import Document


class ClauseWriter:
    """One transaction on a database that nobody sees yet. Raises apsw.Error."""

    def __init__(self, path: Path) -> None:
        fresh = not path.exists()
        self._db = open_aside(path)
        if fresh:
            self._db.execute(SCHEMA)
        self._db.execute("begin")
        self._next_row: int = self._one("select coalesce(max(row), -1) + 1 from clauses")

    def text_keys(self, doc_id: str) -> Mapping[str, str]:
        """clause_id -> text key."""
        return dict(self._db.execute("select clause_id, text_key from clauses where doc_id = ?", (doc_id,)))

    def put_document(self, document: Document) -> None:
        """Add or replace."""
        values = (document.doc_id, document.collection, document_value(document))
        self._db.execute("insert or replace into documents values (?, ?, ?)", values)

    def move_document(self, document: Document) -> None:
        """Replace it; its clauses keep their distance from its first line."""
        query = "select ?1 - (value ->> 'first_line') from documents where doc_id = ?2"
        lines = self._db.execute(query, (document.first_line, document.doc_id)).get
        if lines:
            query = (
                "update clauses set start_line = start_line + ?1, end_line = end_line + ?1 where doc_id = ?2"
            )
            self._db.execute(query, (lines, document.doc_id))
        self.put_document(document)

    def remove_document(self, doc_id: str) -> list[int]:
        """Remove it with its clauses; returns their rows."""
        self._db.execute("delete from documents where doc_id = ?", (doc_id,))
        return self.remove(list(self.text_keys(doc_id)))

    def add(self, clause: Clause, *, text_key: str, parts: int, passages: int) -> int:
        """Add a clause; returns its row, which no other clause of this line of editions ever had."""
        row, self._next_row = self._next_row, self._next_row + 1
        places = ", ".join("?" * 17)
        self._db.execute(
            f"insert into clauses (row, {COLUMNS}, text_key, parts, passages) values ({places})",  # noqa: S608  # fixed names
            (row, *clause_values(clause), text_key, parts, passages),
        )
        return row

    def add_passages(self, row: int, texts: Sequence[str]) -> None:
        """Keep the dense leg's texts of a clause."""
        self._db.executemany(
            "insert into passages values (?, ?, ?, ?)",
            ((row, place, sha256(text.encode()).hexdigest(), text) for place, text in enumerate(texts)),
        )

    def move(self, clause: Clause) -> None:
        """Change the place alone."""
        self._db.execute(
            "update clauses set ordinal = ?, start_line = ?, end_line = ? where clause_id = ?",
            (clause.ordinal, clause.start_line, clause.end_line, clause.clause_id),
        )

    def remove(self, clause_ids: Sequence[str]) -> list[int]:
        """Remove clauses; returns their rows."""
        query = "delete from clauses where clause_id = ? returning row"
        rows = [row for clause_id in clause_ids for (row,) in self._db.execute(query, (clause_id,))]
        self._db.executemany("delete from passages where row = ?", ((row,) for row in rows))
        return rows

    def close(self) -> None:
        """Commit and close; the caller brings the file to the disk."""
        self._db.execute("commit")
        self._db.close()

    def abandon(self) -> None:
        """Close without a commit; nothing happens after `close`."""
        self._db.close(force=True)

    def _one(self, query: str) -> int:
        return int(self._db.execute(query).get)
