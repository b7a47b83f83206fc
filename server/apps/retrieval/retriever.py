"""Retrieval: exact terms, legs, fusion, reranking, calibrated score, tiers."""

from collections.abc import Callable, Mapping, Sequence

from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.analysis import QueryAnalysis
from server.apps.retrieval.calibration import LEXICAL, Calibration, packaged_calibration
from server.apps.retrieval.exact_search import search_exact
from server.apps.retrieval.exact_terms import find_exact_terms
from server.apps.retrieval.features import Found
from server.apps.retrieval.fusion import fuse
from server.apps.retrieval.legs import LEG_LIMIT, Rarity, grams_leg, words_leg
from server.apps.retrieval.measured import Measured
from server.apps.retrieval.ranking import rank
from server.apps.retrieval.tiering import tiered
from server.apps.retrieval.tracing import Trace, analysis_detail, hit_detail, leg_detail, ranking_detail
from server.domain.clause import Clause
from server.domain.errors import EmbedderUnavailable
from server.domain.hit import LegHit, Retrieval
from server.domain.query import Query
from server.domain.reasons import Freshness
from server.ports.clause_index import ClauseIndex, Edition
from server.ports.embedder import Embedder

CANDIDATES = 16  # fused clauses that are fetched and reranked
FAVOURITES = 3  # of each leg, reranked even when the other legs do not know them
EXACT_CANDIDATES = 24  # clauses with every exact term that join them

Freshly = Callable[[str], Freshness]


class Retriever:
    """Finds, ranks and grades clauses. Sync and thread-safe; one edition for the whole query.

    `retrieve` raises IndexEmpty and IndexUnavailable; an embedder's fault only degrades it.
    """

    def __init__(
        self,
        *,
        index: ClauseIndex,
        analyser: ScriptAnalyser,
        embedder: Embedder | None = None,
        calibration: Calibration | None = None,
        freshness: Freshly | None = None,
    ) -> None:
        self._index = index
        self._analyser = analyser
        self._embedder = embedder
        self._lexical = packaged_calibration(LEXICAL)
        self._calibration = calibration or packaged_calibration(embedder.embedder_id if embedder else LEXICAL)
        self._freshness = freshness
        self._titles: tuple[int, Mapping[str, str]] = (-1, {})

    def retrieve(self, query: Query) -> Retrieval:
        """Hits of every tier, best first, with the trace of every step."""
        with self._index.current() as edition:
            return self._retrieve(query, edition)

    def measure(self, query: Query) -> Measured:
        """The candidates with their features, for fitting a calibration."""
        with self._index.current() as edition:
            return self._measure(query, edition, Trace())

    def _retrieve(self, query: Query, edition: Edition) -> Retrieval:
        trace = Trace()
        measured = self._measure(query, edition, trace)
        with trace.step("tiers") as detail:
            hits = tiered(query.text, measured, freshness=self._freshness)
            detail.update(hit_detail(hits))
        return Retrieval(
            query=query,
            edition=edition.info.number,
            hits=hits,
            exact_terms=measured.exact_terms,
            missing_exact_terms=measured.exact.missing,
            trace=trace.steps,
            degraded=measured.degraded,
        )

    def _measure(self, query: Query, edition: Edition, trace: Trace) -> Measured:
        with trace.step("analysis") as detail:
            analysis = self._analyser.analyse_query(query.text, collection=query.scope.collection)
            detail.update(analysis_detail(analysis))
        with trace.step("exact_terms") as detail:
            terms = find_exact_terms(query.text)
            titles = self._document_titles(edition) if any(term.law for term in terms) else {}
            exact = search_exact(terms, edition, query.scope, titles)
            detail.update(terms=[term.text for term in terms], missing=list(exact.missing))
        rarity = Rarity(edition)
        legs: dict[str, Sequence[LegHit]] = {}
        with trace.step("words") as detail:
            legs["words"] = words_leg(analysis, edition, rarity, query.scope)
            detail.update(leg_detail(legs["words"]))
        with trace.step("grams") as detail:
            legs["grams"] = grams_leg(analysis, edition, rarity, query.scope)
            detail.update(leg_detail(legs["grams"]))
        with trace.step("dense") as detail:
            legs["dense"], degraded = self._dense_leg(query, analysis, edition)
            detail.update(leg_detail(legs["dense"]), degraded=list(degraded))
        with trace.step("fusion") as detail:
            fused = fuse(legs)
            detail["best"] = [[row, round(score, 4)] for row, score in list(fused.items())[:CANDIDATES]]
        with trace.step("ranking") as detail:
            calibration = self._calibration if legs["dense"] and not degraded else self._lexical
            ranked = rank(analysis, rarity, _fetch(edition, fused, legs, exact.rows), calibration)
            detail.update(ranking_detail(ranked, calibration.embedder_id))
        return Measured(
            legs=legs,
            exact=exact,
            exact_terms=tuple(term.text for term in terms),
            ranked=ranked,
            calibration=calibration,
            degraded=degraded,
        )

    def _dense_leg(
        self, query: Query, analysis: QueryAnalysis, edition: Edition
    ) -> tuple[Sequence[LegHit], tuple[str, ...]]:
        if self._embedder is None or not analysis.concepts:
            return (), ()
        if edition.info.fingerprint.embedder_id != self._embedder.embedder_id:
            return (), ("dense:other_embedder",)
        try:
            vector = self._embedder.embed_query(analysis.cleaned)
        except EmbedderUnavailable:
            return (), ("dense:unavailable",)
        hits = edition.match_vector(vector, limit=LEG_LIMIT, scope=query.scope)
        complete = edition.info.vectors >= edition.info.passages
        return hits, () if complete else ("dense:filling",)

    def _document_titles(self, edition: Edition) -> Mapping[str, str]:
        number, titles = self._titles
        if number != edition.info.number:
            titles = {document.doc_id: document.title for document in edition.documents()}
            self._titles = (edition.info.number, titles)
        return titles


def _fetch(
    edition: Edition,
    fused: Mapping[int, float],
    legs: Mapping[str, Sequence[LegHit]],
    exact: Mapping[int, Clause],
) -> list[Found]:
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
