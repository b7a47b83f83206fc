"""Reading one edition of the index."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from server.domain.clause import Clause
from server.domain.document import Document
from server.domain.edition import EditionInfo
from server.domain.hit import LegHit, WeightedTerm
from server.domain.query import Scope
from server.ports.embedder import Vectors


class Edition(Protocol):
    """One immutable edition, pinned. Every method raises IndexUnavailable on a store fault."""

    @property
    def info(self) -> EditionInfo:
        """What it holds and what it was built with."""
        ...

    def match_any(self, terms: Sequence[WeightedTerm], *, limit: int, scope: Scope) -> Sequence[LegHit]:
        """BM25 over the parts, best part of each clause, best first."""
        ...

    def match_all(self, terms: Sequence[WeightedTerm], *, limit: int, scope: Scope) -> Sequence[LegHit]:
        """The same, only parts that hold every term."""
        ...

    def match_vector(self, vector: Vectors, *, limit: int, scope: Scope) -> Sequence[LegHit]:
        """Cosine over the passages, best passage of each clause, best first; empty without vectors."""
        ...

    def sample_norms(self, count: int) -> Sequence[float]:
        """Lengths of a few vectors, evenly spread; all about 1. Empty without vectors."""
        ...

    def document_frequency(self, field: str, token: str) -> int:
        """In how many parts the token stands; 0 only if in none.

        A common token may count some parts that were removed since the index was begun.
        """
        ...

    def clauses(self, rows: Sequence[int]) -> Sequence[Clause]:
        """The clauses of these rows, in this order."""
        ...

    def clause(self, clause_id: str) -> Clause | None:
        """One clause by its id."""
        ...

    def documents(self) -> Sequence[Document]:
        """All documents, by doc_id."""
        ...

    def document_clauses(self, doc_id: str, *, offset: int, limit: int) -> Sequence[Clause]:
        """A page of one document's clauses, in their order."""
        ...


class ClauseIndex(Protocol):
    """The published editions."""

    def current(self) -> AbstractContextManager[Edition]:
        """Pin the current edition for one request.

        Raises IndexEmpty when none was published, IndexUnavailable when it cannot be read.
        """
        ...
