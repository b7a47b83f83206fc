"""Freshness by doc_id, for every request: the edition's documents are looked up once an edition."""

from collections.abc import Iterable, Mapping

from server.apps.index.freshness import FreshnessProbe
from server.domain.document import Document
from server.domain.errors import InvalidInput
from server.domain.reasons import Freshness
from server.ports.clause_index import ClauseIndex


class KnownDocuments:
    """Any number of threads; raises IndexEmpty and IndexUnavailable, nothing else."""

    def __init__(self, index: ClauseIndex, probe: FreshnessProbe) -> None:
        self._index = index
        self._probe = probe
        self._known: tuple[int, Mapping[str, Document]] = (-1, {})

    def freshness_of(self, doc_ids: Iterable[str]) -> Mapping[str, Freshness]:
        """One stat each. A document that a newer edition no longer holds is missing."""
        with self._index.current() as edition:
            number, documents = self._known
            if number != edition.info.number:
                documents = {document.doc_id: document for document in edition.documents()}
                self._known = (edition.info.number, documents)
        return {doc_id: self._freshness_of(documents.get(doc_id)) for doc_id in doc_ids}

    def is_stale(self) -> bool:
        """Anything differs; a documents folder that cannot be read is no fresh one."""
        try:
            return self._probe.is_stale()
        except InvalidInput:
            return True

    def _freshness_of(self, document: Document | None) -> Freshness:
        return Freshness.MISSING if document is None else self._probe.freshness_of(document)
