"""Writing the lexical index of a draft."""

from collections.abc import Sequence
from pathlib import Path

import tantivy

from server.adapters.tantivy.schema import COLLECTION, DOC_ID, ROW, build_schema
from server.domain.clause import Clause
from server.domain.edition import Analysis

HEAP_BYTES = 128_000_000  # tokens held before a segment is written
ROWS_AT_ONCE = 10_000  # of one deletion


class LexicalWriter:
    """Adds and removes parts. Raises ValueError, the only error that Tantivy's binding has.

    One indexing thread: segments come out in the same order every time, and the analyser needs the cores.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._index = tantivy.Index(build_schema(), path=str(folder))
        self._writer = self._index.writer(heap_size=HEAP_BYTES, num_threads=1)
        self._open = True

    def add(self, row: int, clause: Clause, analysis: Analysis) -> None:
        """Add the parts of a clause.

        `Document(**values)` guesses a signed type for numbers and kills the writer, hence `add_unsigned`.
        """
        for tokens in analysis.parts:
            part = tantivy.Document()
            for name, values in tokens.items():
                part.add_text(name, " ".join(values))
            part.add_text(DOC_ID, clause.doc_id)
            part.add_text(COLLECTION, clause.collection)
            part.add_unsigned(ROW, row)
            self._writer.add_document(part)

    def remove(self, rows: Sequence[int]) -> None:
        """Remove the parts of these clauses.

        By query: deletion by term guesses a signed type too, and then removes nothing.
        """
        for start in range(0, len(rows), ROWS_AT_ONCE):
            piece = list(rows[start : start + ROWS_AT_ONCE])
            query = tantivy.Query.term_set_query(self._index.schema, ROW, piece)
            self._writer.delete_documents_by_query(query)

    def close(self) -> None:
        """Commit and wait for merges; the caller brings the files to the disk."""
        self._writer.commit()
        self._writer.wait_merging_threads()
        self._open = False

    def abandon(self) -> None:
        """Stop the indexing thread without a commit; nothing happens after `close`."""
        if self._open:
            self._writer.rollback()
            self._writer.wait_merging_threads()
            self._open = False
