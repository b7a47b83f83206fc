"""Finding exact terms in an edition."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from server.apps.retrieval.exact_terms import ExactTerm, documents_named, holds
from server.apps.retrieval.text import bigrams, unique
from server.apps.retrieval.tokens import codes, stems
from server.domain.clause import Clause
from server.domain.hit import WeightedTerm
from server.domain.query import Scope
from server.ports.clause_index import Edition

SEARCH_LIMIT = 50  # clauses that are checked to the letter for one term


@dataclass(frozen=True, kw_only=True, slots=True)
class ExactSearch:
    """Rows that hold every exact term, and the terms that no clause in scope holds."""

    rows: Mapping[int, Clause]
    missing: tuple[str, ...]


def search_exact(
    terms: Sequence[ExactTerm], edition: Edition, scope: Scope, titles: Mapping[str, str]
) -> ExactSearch:
    """Candidates by the index, then the literal check on the clauses' own text."""
    found = {term.text: _holding(term, edition, scope, titles) for term in terms}
    missing = tuple(text for text, rows in found.items() if not rows)
    if missing or not found:
        return ExactSearch(rows={}, missing=missing)
    first, *others = found.values()
    shared = {row: clause for row, clause in first.items() if all(row in rows for rows in others)}
    either = {row: clause for rows in found.values() for row, clause in rows.items()}
    return ExactSearch(rows=shared or either, missing=())


def _holding(term: ExactTerm, edition: Edition, scope: Scope, titles: Mapping[str, str]) -> dict[int, Clause]:
    if term.law:
        named = documents_named(term.law, titles)
        wanted = named if scope.documents is None else named & scope.documents
        scope = Scope(collection=scope.collection, documents=wanted)
        if not wanted:
            return {}
    matches = (
        edition.match_all(tokens, limit=SEARCH_LIMIT, scope=scope) for tokens in _token_sets(term) if tokens
    )
    rows = list(dict.fromkeys(hit.row for hits in matches for hit in hits))
    clauses = edition.clauses(rows)
    return {row: clause for row, clause in zip(rows, clauses, strict=True) if holds(term, clause)}


def _token_sets(term: ExactTerm) -> list[list[WeightedTerm]]:
    """Alternative token sets; a clause that holds the term holds all tokens of one of them."""
    if term.code is not None:
        return [[WeightedTerm(field="codes", token=term.code)]]
    plain = [WeightedTerm(field="codes", token=code) for code in unique(codes(term.text))]
    return [
        [
            *(WeightedTerm(field=f"{place}_grams", token=gram) for gram in unique(bigrams(term.text))),
            *(WeightedTerm(field=f"{place}_words", token=stem) for stem in unique(stems(term.text))),
        ]
        or plain
        for place in ("body", "heading", "title")
    ]
