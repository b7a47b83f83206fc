"""Which clauses are looked at closely: the best of all legs, and the first few of each."""

from collections.abc import Callable, Mapping, Sequence

from server.apps.retrieval.features import Found
from server.apps.retrieval.fusion import fuse
from server.domain.clause import Clause
from server.domain.hit import LegHit
from server.domain.query import Scope
from server.ports.clause_index import Edition

CANDIDATES = 16  # fused clauses that are fetched and reranked
FAVOURITES = 3  # of each leg, reranked even when the other legs do not know them
EXACT_CANDIDATES = 24  # clauses with every exact term that join them

EVERYWHERE = Scope()


class Searched:
    """What each leg found within the query's scope, and what it found in all documents.

    A filter chooses among clauses and says nothing about the question, so what is inside it is measured
    against everything that was found. Without a filter nothing is searched twice.
    """

    def __init__(self, scope: Scope) -> None:
        self.filtered = scope != EVERYWHERE
        self.inside: dict[str, Sequence[LegHit]] = {}
        self.everywhere: dict[str, Sequence[LegHit]] = {}
        self._scope = scope

    def add(self, name: str, leg: Callable[[Scope], Sequence[LegHit]]) -> Sequence[LegHit]:
        """Search with this leg; gives what it found within the scope."""
        self.inside[name] = leg(self._scope)
        self.everywhere[name] = leg(EVERYWHERE) if self.filtered else self.inside[name]
        return self.inside[name]

    def fused(self) -> dict[int, float]:
        """Rows within the scope, best first, with the score that they have among everything found."""
        if not self.filtered:
            return fuse(self.inside)
        rows = {hit.row for hits in self.inside.values() for hit in hits}
        joined = {name: _joined(hits, self.inside[name]) for name, hits in self.everywhere.items()}
        return {row: score for row, score in fuse(joined).items() if row in rows}


def candidates(
    edition: Edition,
    fused: Mapping[int, float],
    legs: Mapping[str, Sequence[LegHit]],
    exact: Mapping[int, Clause],
) -> list[Found]:
    """The clauses to look at, with their raw scores."""
    scores = {name: {hit.row: hit.score for hit in hits} for name, hits in legs.items()}
    least_dense = min(scores["dense"].values(), default=0.0)  # not found by it: at most this close
    favourites = [hit.row for hits in legs.values() for hit in hits[:FAVOURITES]]
    rows = list(dict.fromkeys([*list(fused)[:CANDIDATES], *favourites]))
    clauses = dict(zip(rows, edition.clauses(rows), strict=True))
    joined = {**clauses, **dict(list(exact.items())[:EXACT_CANDIDATES])}
    return [
        Found(
            row=row,
            clause=clause,
            words=scores["words"].get(row, 0.0),
            grams=scores["grams"].get(row, 0.0),
            dense=scores["dense"].get(row, least_dense),
            fused=fused.get(row, 0.0),
        )
        for row, clause in joined.items()
    ]


def _joined(everywhere: Sequence[LegHit], inside: Sequence[LegHit]) -> list[LegHit]:
    """Whatever lies inside and is not among the best everywhere comes after these."""
    known = {hit.row for hit in everywhere}
    return [*everywhere, *(hit for hit in inside if hit.row not in known)]
