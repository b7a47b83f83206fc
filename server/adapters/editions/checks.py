"""An edition is looked at as a reader would before any reader sees it."""

from collections.abc import Iterator
from pathlib import Path

from server.adapters.editions.layout import CLAUSES, LEXICAL
from server.adapters.editions.vectors import VectorReader
from server.adapters.sqlite.clause_reader import ClauseReader
from server.adapters.tantivy.lexical_reader import LexicalReader
from server.domain.edition import EditionInfo
from server.domain.errors import BuildFailed
from server.domain.query import Scope


def check_edition(edition: Path, info: EditionInfo) -> None:
    """Raises BuildFailed with every fault found: counts, integrity, a query of its own."""
    clauses = ClauseReader(edition / CLAUSES)
    lexical = LexicalReader(edition / LEXICAL)
    try:
        faults = [
            *clauses.faults(),
            *_count_faults(clauses, lexical, info),
            *_query_faults(clauses, lexical),
            *(_vector_faults(VectorReader(edition), info) if info.vectors else ()),
        ]
    finally:
        clauses.close()
    if faults:
        raise BuildFailed(f"the new edition failed its check: {'; '.join(faults)}")


def _count_faults(clauses: ClauseReader, lexical: LexicalReader, info: EditionInfo) -> Iterator[str]:
    counts = clauses.counts()
    expected = {
        "documents": (info.documents, counts.documents),
        "clauses": (info.clauses, counts.clauses),
        "clauses by documents": (info.clauses, counts.clauses_by_documents),
        "parts": (counts.parts, lexical.parts),
        "passages": (info.passages, counts.passages),
    }
    for name, (wanted, found) in expected.items():
        if wanted != found:
            yield f"{name}: {wanted} expected, {found} found"


def _query_faults(clauses: ClauseReader, lexical: LexicalReader) -> Iterator[str]:
    """A token of the index finds clauses that the store has, and each is whole in the index."""
    term = lexical.some_term()
    if term is None:
        return
    hits = lexical.match_any([term], limit=3, scope=Scope())
    if not hits:
        yield f"its own query {term.token!r} finds nothing"
    for hit, clause in zip(hits, clauses.clauses([hit.row for hit in hits]), strict=True):
        wanted, found = clauses.parts(hit.row), lexical.parts_of(hit.row, clause.doc_id)
        if wanted != found:
            yield f"{clause.clause_id}: {wanted} parts expected, {found} found"


def _vector_faults(vectors: VectorReader, info: EditionInfo) -> Iterator[str]:
    expected = (info.vectors, info.fingerprint.dimension)
    if vectors.shape != expected:
        yield f"vectors: {expected} expected, {vectors.shape} found"
