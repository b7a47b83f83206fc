"""One published edition, open for reading."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Self

from server.adapters.editions.faults import as_unavailable
from server.adapters.editions.layout import CLAUSES, LEXICAL, MANIFEST
from server.adapters.editions.locks import lock_shared
from server.adapters.editions.manifest import read_manifest
from server.adapters.editions.vectors import VectorReader
from server.adapters.sqlite.clause_reader import ClauseReader
from server.adapters.tantivy.lexical_reader import LexicalReader
from server.domain.clause import Clause
from server.domain.document import Document
from server.domain.edition import EditionInfo
from server.domain.hit import LegHit, WeightedTerm
from server.domain.query import Scope
from server.ports.embedder import Vectors


class StoredEdition:
    """Implements `server.ports.clause_index.Edition`; any number of threads.

    Holds a shared lock on its manifest: no process removes it while it is open.
    """

    def __init__(self, folder: Path, *, lock: int) -> None:
        self._lock = lock
        self.info: EditionInfo = read_manifest(folder)
        self.store = ClauseReader(folder / CLAUSES)
        self.lexical = LexicalReader(folder / LEXICAL)
        self.dense = VectorReader(folder) if self.info.vectors else None

    @classmethod
    def open(cls, folder: Path) -> Self | None:
        """None while somebody removes it. Raises OSError, ValueError, KeyError, apsw.Error."""
        lock = lock_shared(folder / MANIFEST)
        if lock is None:
            return None
        with ExitStack() as undo:
            undo.callback(os.close, lock)
            edition = cls(folder, lock=lock)
            undo.pop_all()  # from here on `close` does it
            return edition

    def match_any(self, terms: Sequence[WeightedTerm], *, limit: int, scope: Scope) -> Sequence[LegHit]:
        """BM25 over the parts, best part of each clause, best first."""
        with as_unavailable():
            return self.lexical.match_any(terms, limit=limit, scope=scope)

    def match_all(self, terms: Sequence[WeightedTerm], *, limit: int, scope: Scope) -> Sequence[LegHit]:
        """The same, only parts that hold every term."""
        with as_unavailable():
            return self.lexical.match_all(terms, limit=limit, scope=scope)

    def match_vector(self, vector: Vectors, *, limit: int, scope: Scope) -> Sequence[LegHit]:
        """Cosine over the passages, best passage of each clause, best first; empty without vectors."""
        if self.dense is None:
            return []
        with as_unavailable():
            rows = None if scope == Scope() else self.store.rows_in(scope)
            return self.dense.match(vector, limit=limit, rows=rows)

    def sample_norms(self, count: int) -> Sequence[float]:
        """Lengths of a few vectors, evenly spread."""
        with as_unavailable():
            return self.dense.sample_norms(count) if self.dense else []

    def document_frequency(self, field: str, token: str) -> int:
        """In how many parts the token stands."""
        with as_unavailable():
            return self.lexical.document_frequency(field, token)

    def clauses(self, rows: Sequence[int]) -> Sequence[Clause]:
        """The clauses of these rows, in this order."""
        with as_unavailable():
            return self.store.clauses(rows)

    def clause(self, clause_id: str) -> Clause | None:
        """One clause by its id."""
        with as_unavailable():
            return self.store.clause(clause_id)

    def documents(self) -> Sequence[Document]:
        """All documents, by doc_id."""
        with as_unavailable():
            return self._documents

    def document_clauses(self, doc_id: str, *, offset: int, limit: int) -> Sequence[Clause]:
        """A page of one document's clauses, in their order."""
        with as_unavailable():
            return self.store.document_clauses(doc_id, offset=offset, limit=limit)

    def close(self) -> None:
        """Let others remove it; call it when nobody reads."""
        self.store.close()
        os.close(self._lock)

    @cached_property
    def _documents(self) -> Sequence[Document]:
        return tuple(self.store.documents())
