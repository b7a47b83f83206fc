"""Retrieval: exact terms, legs, fusion, reranking, calibrated score, tiers."""

from collections.abc import Mapping

from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.analysis import QueryAnalysis
from server.apps.retrieval.calibration import LEXICAL, Calibration, packaged_calibration
from server.apps.retrieval.candidates import Searched, candidates
from server.apps.retrieval.exact_search import search_exact
from server.apps.retrieval.exact_terms import find_exact_terms
from server.apps.retrieval.features import Measure
from server.apps.retrieval.fusion import fuse
from server.apps.retrieval.legs import Rarity, dense_leg, grams_leg, words_leg
from server.apps.retrieval.measured import Measured
from server.apps.retrieval.ranking import rank
from server.apps.retrieval.text import flatten
from server.apps.retrieval.tiering import tiered
from server.apps.retrieval.tracing import (
    Trace,
    analysis_detail,
    dense_detail,
    exact_detail,
    fusion_detail,
    hit_detail,
    leg_detail,
    ranking_detail,
)
from server.domain.errors import EmbedderUnavailable
from server.domain.hit import Retrieval
from server.domain.query import Query
from server.ports.clause_index import ClauseIndex, Edition
from server.ports.embedder import Embedder, Vectors
from server.ports.freshness import FreshnessOf


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
        freshness_of: FreshnessOf | None = None,
    ) -> None:
        self._index = index
        self._analyser = analyser
        self._embedder = embedder
        self._lexical = packaged_calibration(LEXICAL)
        self._calibration = calibration or packaged_calibration(embedder.embedder_id if embedder else LEXICAL)
        self._freshness_of = freshness_of
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
            hits = tiered(query.text, measured, freshness_of=self._freshness_of)
            detail.tell(hit_detail, hits)
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
        edition.info.check_searchable()
        with trace.step("analysis") as detail:
            analysis = self._analyser.analyse_query(query.text, collection=query.scope.collection)
            detail.tell(analysis_detail, analysis)
        with trace.step("exact_terms") as detail:
            terms = find_exact_terms(query.text)
            titles = self._document_titles(edition) if any(term.law for term in terms) else {}
            exact = search_exact(terms, edition, query.scope, titles)
            detail.tell(exact_detail, terms, exact.missing)
        rarity = Rarity(edition)
        searched = Searched(query.scope)
        with trace.step("words") as detail:
            hits = searched.add("words", lambda scope: words_leg(analysis, edition, rarity, scope))
            detail.tell(leg_detail, hits)
        with trace.step("grams") as detail:
            hits = searched.add("grams", lambda scope: grams_leg(analysis, edition, rarity, scope))
            detail.tell(leg_detail, hits)
        with trace.step("dense") as detail:
            vector, degraded = self._query_vector(analysis, edition)
            hits = searched.add("dense", lambda scope: dense_leg(vector, edition, scope))
            detail.tell(dense_detail, hits, degraded)
        with trace.step("fusion") as detail:
            fused = searched.fused()
            detail.tell(fusion_detail, fused)
        with trace.step("ranking") as detail:
            calibration = (
                self._calibration if searched.everywhere["dense"] and not degraded else self._lexical
            )
            found = candidates(edition, fused, searched.inside, exact.rows)
            others = found
            if searched.filtered:
                others = candidates(edition, fuse(searched.everywhere), searched.everywhere, {})
            measure = Measure(analysis, rarity, others)
            ranked = rank(found, measure, calibration)
            everywhere = rank(others, measure, calibration) if searched.filtered else ranked
            detail.tell(ranking_detail, ranked, calibration.embedder_id)
        return Measured(
            legs=searched.inside,
            exact=exact,
            exact_terms=tuple(term.text for term in terms),
            ranked=ranked,
            everywhere=everywhere,
            calibration=calibration,
            degraded=degraded,
        )

    def _query_vector(
        self, analysis: QueryAnalysis, edition: Edition
    ) -> tuple[Vectors | None, tuple[str, ...]]:
        if self._embedder is None or not analysis.concepts:
            return None, ()
        if edition.info.fingerprint.embedder_id != self._embedder.embedder_id:
            return None, ("dense:other_embedder",)
        try:
            vector = self._embedder.embed_query(analysis.cleaned)
        except EmbedderUnavailable:
            return None, ("dense:unavailable",)
        complete = edition.info.vectors >= edition.info.passages
        return vector, () if complete else ("dense:filling",)

    def _document_titles(self, edition: Edition) -> Mapping[str, str]:
        """doc_id -> flattened title."""
        number, titles = self._titles
        if number != edition.info.number:
            titles = {document.doc_id: flatten(document.title) for document in edition.documents()}
            self._titles = (edition.info.number, titles)
        return titles
