"""Searching the lexical index of a published edition."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import tantivy

from server.adapters.tantivy.schema import COLLECTION, DOC_ID, ROW
from server.domain.hit import LegHit, WeightedTerm
from server.domain.query import Scope
from server.ports.analyser import FIELDS

PARTS_PER_CLAUSE = 2  # asked for at first; more only if a long clause takes all the places


class LexicalReader:
    """Any number of threads. Raises ValueError, the only error that Tantivy's binding has."""

    def __init__(self, folder: Path) -> None:
        self._index = tantivy.Index.open(str(folder))
        self._index.config_reader("manual")  # an edition never changes: no thread that watches it
        self._schema = self._index.schema
        self._searcher = self._index.searcher()
        self._dead_parts = dead_parts(folder)

    @property
    def parts(self) -> int:
        """Live parts."""
        return int(self._searcher.num_docs)

    def match_any(self, terms: Sequence[WeightedTerm], *, limit: int, scope: Scope) -> list[LegHit]:
        """BM25, best part of each clause."""
        return self._best_of_each_row(self._query(terms, tantivy.Occur.Should, scope), limit if terms else 0)

    def match_all(self, terms: Sequence[WeightedTerm], *, limit: int, scope: Scope) -> list[LegHit]:
        """The same, parts that hold every term."""
        return self._best_of_each_row(self._query(terms, tantivy.Occur.Must, scope), limit if terms else 0)

    def document_frequency(self, field: str, token: str) -> int:
        """Live parts with the token; a common one may count removed parts too.

        `doc_freq` costs one look into the dictionary and counts removed parts until their segment is merged.
        Only a token that might stand in these alone is counted by a search.
        """
        frequency = int(self._searcher.doc_freq(field, token))
        if not frequency or frequency > self._dead_parts:
            return frequency
        return self._count(self._term(field, token))

    def parts_of(self, row: int, doc_id: str) -> int:
        """How many parts of this clause are found inside its document."""
        query = tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Must, tantivy.Query.term_query(self._schema, ROW, row)),
                (tantivy.Occur.Must, self._any_of(DOC_ID, [doc_id])),
            ]
        )
        return self._count(query)

    def some_term(self) -> WeightedTerm | None:
        """A token that a live part holds; None when there is none."""
        everything = tantivy.Query.all_query()
        for field in FIELDS:
            found = self._searcher.terms_with_prefix(field, "", everything, 1)
            if found:
                return WeightedTerm(field=field, token=found[0][0])
        return None

    def _query(self, terms: Sequence[WeightedTerm], occur: tantivy.Occur, scope: Scope) -> tantivy.Query:
        """Scored terms; the scope is a filter that adds nothing to the score."""
        scored = tantivy.Query.boolean_query([(occur, self._weighted(term)) for term in terms])
        filters = []
        if scope.collection is not None:
            filters.append(self._any_of(COLLECTION, [scope.collection]))
        if scope.documents is not None:
            filters.append(self._any_of(DOC_ID, sorted(scope.documents)))
        if not filters:
            return scored
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, each) for each in (scored, *filters)])

    def _weighted(self, term: WeightedTerm) -> tantivy.Query:
        return tantivy.Query.boost_query(self._term(term.field, term.token), term.weight)

    def _term(self, field: str, token: str) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, field, token, "freq")

    def _any_of(self, field: str, values: Sequence[str]) -> tantivy.Query:
        return tantivy.Query.const_score_query(
            tantivy.Query.term_set_query(self._schema, field, list(values)), 0.0
        )

    def _count(self, query: tantivy.Query) -> int:
        return int(self._searcher.search(query, 1).count)  # type: ignore[attr-defined]  # the stub lacks it

    def _best_of_each_row(self, query: tantivy.Query, limit: int) -> list[LegHit]:
        asked = PARTS_PER_CLAUSE * limit
        while limit > 0:
            hits = self._searcher.search(query, asked, count=False).hits  # counting would visit every match
            rows = cast("list[int]", self._searcher.fast_field_values(ROW, [at for _, at in hits]))
            best: dict[int, float] = {}
            for row, (score, _) in zip(rows, hits, strict=True):
                best.setdefault(row, score)  # best first, so the first part of a row is its best
            if len(best) >= limit or len(hits) < asked:
                found = [LegHit(row=row, score=score) for row, score in best.items()]
                return sorted(found, key=lambda hit: (-hit.score, hit.row))[:limit]
            asked *= 4
        return []


def dead_parts(folder: Path) -> int:
    """How many removed parts still lie in the index, from its own list of segments."""
    return sum((segment["deletes"] or {}).get("num_deleted_docs", 0) for segment in _segments(folder))


def dead_share(folder: Path) -> float:
    """The same as a share of all parts, 0..1."""
    everything: int = sum(segment["max_doc"] for segment in _segments(folder))
    return dead_parts(folder) / max(1, everything)


def _segments(folder: Path) -> list[dict[str, Any]]:
    segments: list[dict[str, Any]] = json.loads((folder / "meta.json").read_text("utf-8"))["segments"]
    return segments
