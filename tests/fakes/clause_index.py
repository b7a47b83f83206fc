"""A complete clause index in memory: the reference that the real store is compared with."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from server.domain.clause import Clause
from server.domain.document import Document, ReadDocument, UnreadableFile
from server.domain.edition import Analysis, EditionInfo, Fingerprint
from server.domain.errors import ClausecardError, IndexEmpty
from server.domain.hit import LegHit, WeightedTerm
from server.domain.query import Scope
from server.ports.analyser import Analyser
from server.ports.embedder import Embedder, Vectors

K1, B = 1.2, 0.75  # Robertson and Zaragoza 2009, as Tantivy has them


@dataclass(frozen=True, kw_only=True)
class Part:
    """One searched part of the clause at `row`."""

    row: int
    counts: Mapping[str, Counter[str]]  # token counts per field

    @classmethod
    def of(cls, row: int, tokens: Mapping[str, tuple[str, ...]]) -> "Part":
        return cls(row=row, counts={name: Counter(values) for name, values in tokens.items()})

    def count(self, term: WeightedTerm) -> int:
        return self.counts.get(term.field, Counter())[term.token]

    def length(self, field_name: str) -> int:
        return self.counts.get(field_name, Counter()).total()


@dataclass(frozen=True, kw_only=True)
class FakeEdition:
    """One edition in memory; rows are places in `rows`."""

    info: EditionInfo
    rows: Mapping[int, Clause]
    by_doc_id: Mapping[str, Document]
    parts: Sequence[Part]
    vectors: Mapping[int, Vectors] = field(default_factory=dict)  # row -> (passages, dimension)

    @classmethod
    def of(
        cls,
        read: Sequence[ReadDocument],
        analyser: Analyser,
        *,
        number: int = 1,
        embedder: Embedder | None = None,
        unreadable: Sequence[UnreadableFile] = (),
    ) -> "FakeEdition":
        """Build from documents, as a build of the index would."""
        clauses = [clause for one in read for clause in one.clauses]
        analyses = list(analyser.analyse_many(clauses))
        fingerprint = Fingerprint(
            splitter_version="fake",
            analyser_version=analyser.version,
            embedder_id=embedder.embedder_id if embedder else "none",
            dimension=embedder.dimension if embedder else 0,
        )
        vectors = {
            row: embedder.embed_passages(analysis.passages)
            for row, analysis in enumerate(analyses)
            if embedder and analysis.passages
        }
        return cls.made_of(
            number=number,
            fingerprint=fingerprint,
            documents=[one.document for one in read],
            rows=dict(enumerate(clauses)),
            analyses=dict(enumerate(analyses)),
            vectors=vectors,
            unreadable=unreadable,
        )

    @classmethod
    def made_of(
        cls,
        *,
        number: int,
        fingerprint: Fingerprint,
        documents: Sequence[Document],
        rows: Mapping[int, Clause],
        analyses: Mapping[int, Analysis],
        vectors: Mapping[int, Vectors],
        unreadable: Sequence[UnreadableFile] = (),
    ) -> "FakeEdition":
        info = EditionInfo(
            number=number,
            created_at="2026-12-01T00:00:00+00:00",
            fingerprint=fingerprint,
            documents=len(documents),
            clauses=len(rows),
            passages=sum(len(analysis.passages) for analysis in analyses.values()),
            vectors=sum(len(matrix) for matrix in vectors.values()),
            unreadable=tuple(unreadable),
        )
        return cls(
            info=info,
            rows=rows,
            by_doc_id={document.doc_id: document for document in documents},
            parts=[Part.of(row, tokens) for row, analysis in analyses.items() for tokens in analysis.parts],
            vectors=vectors,
        )

    def match_any(self, terms: Sequence[WeightedTerm], *, limit: int, scope: Scope) -> Sequence[LegHit]:
        found = ((part.row, self._bm25(part, terms)) for part in self._parts_in(scope))
        return _best_of_each_row(((row, score) for row, score in found if score > 0), limit)

    def match_all(self, terms: Sequence[WeightedTerm], *, limit: int, scope: Scope) -> Sequence[LegHit]:
        full = (part for part in self._parts_in(scope) if terms and all(part.count(term) for term in terms))
        return _best_of_each_row(((part.row, self._bm25(part, terms)) for part in full), limit)

    def match_vector(self, vector: Vectors, *, limit: int, scope: Scope) -> Sequence[LegHit]:
        found = (
            (row, float(np.max(matrix @ vector)))
            for row, matrix in self.vectors.items()
            if _inside(self.rows[row], scope)
        )
        return _best_of_each_row(found, limit)

    def sample_norms(self, count: int) -> Sequence[float]:
        rows = [vector for matrix in self.vectors.values() for vector in matrix]
        step = max(1, len(rows) // max(1, count))
        return [float(np.linalg.norm(vector)) for vector in rows[::step]][:count]

    def document_frequency(self, field: str, token: str) -> int:
        term = WeightedTerm(field=field, token=token)
        return sum(part.count(term) > 0 for part in self.parts)

    def clauses(self, rows: Sequence[int]) -> Sequence[Clause]:
        return [self.rows[row] for row in rows]

    def clause(self, clause_id: str) -> Clause | None:
        return next((clause for clause in self.rows.values() if clause.clause_id == clause_id), None)

    def documents(self) -> Sequence[Document]:
        return [self.by_doc_id[doc_id] for doc_id in sorted(self.by_doc_id)]

    def document_clauses(self, doc_id: str, *, offset: int, limit: int) -> Sequence[Clause]:
        own = [clause for clause in self.rows.values() if clause.doc_id == doc_id]
        return sorted(own, key=lambda clause: clause.ordinal)[offset : offset + limit]

    def _parts_in(self, scope: Scope) -> Iterator[Part]:
        return (part for part in self.parts if _inside(self.rows[part.row], scope))

    def _bm25(self, part: Part, terms: Sequence[WeightedTerm]) -> float:
        return sum(term.weight * self._term_score(part, term) for term in terms)

    def _term_score(self, part: Part, term: WeightedTerm) -> float:
        count = part.count(term)
        if not count:
            return 0.0
        frequency = self.document_frequency(term.field, term.token)
        idf = math.log(1 + (len(self.parts) - frequency + 0.5) / (frequency + 0.5))
        average = sum(each.length(term.field) for each in self.parts) / len(self.parts)
        norm = 1 - B + B * part.length(term.field) / average
        return idf * count * (K1 + 1) / (count + K1 * norm)


class FakeClauseIndex:
    """Serves one edition, none (`IndexEmpty`), or the fault it was told to have."""

    def __init__(self, edition: FakeEdition | None = None) -> None:
        self.edition = edition
        self.fault: ClausecardError | None = None
        self.pinned = 0  # readers inside `current` right now

    @contextmanager
    def current(self) -> Iterator[FakeEdition]:
        if self.fault:
            raise self.fault
        if self.edition is None:
            raise IndexEmpty("no edition has been published yet")
        self.pinned += 1
        try:
            yield self.edition
        finally:
            self.pinned -= 1


def _inside(clause: Clause, scope: Scope) -> bool:
    return scope.collection in (None, clause.collection) and (
        scope.documents is None or clause.doc_id in scope.documents
    )


def _best_of_each_row(found: Iterator[tuple[int, float]], limit: int) -> list[LegHit]:
    best: dict[int, float] = {}
    for row, score in found:
        best[row] = max(score, best.get(row, -math.inf))
    ordered = sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))
    return [LegHit(row=row, score=score) for row, score in ordered[:limit]]
