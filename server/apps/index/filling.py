"""Fills a draft with documents; clauses of several documents are analysed together."""

from server.apps.index.changes import compare_clauses, text_key
from server.apps.index.progress import Phase
from server.domain.clause import Clause
from server.domain.document import ReadDocument, UnreadableFile
from server.ports.analyser import Analyser
from server.ports.document_source import DocumentSource, Listing
from server.ports.edition_writer import EditionDraft

CLAUSES_AT_ONCE = 2_000  # of one call to the analyser; bounds memory


class Filling:
    """Unchanged clauses keep what the draft holds of them; only the others reach the analyser."""

    def __init__(self, draft: EditionDraft, analyser: Analyser, phase: Phase) -> None:
        self.unreadable: list[UnreadableFile] = []
        self.analysed = 0
        self._draft = draft
        self._analyser = analyser
        self._phase = phase
        self._waiting: list[Clause] = []
        self._documents_waiting = 0

    def take(self, source: DocumentSource, listing: Listing) -> None:
        """Read one document into the draft, or list it as unreadable."""
        read = source.read(listing)
        if isinstance(read, UnreadableFile):
            self.unreadable.append(read)
            self._draft.remove_document(listing.doc_id)
        else:
            self._replace(read)
        self._documents_waiting += 1
        if len(self._waiting) >= CLAUSES_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Analyse and add what waits; call it once more at the end."""
        for clause, analysis in zip(self._waiting, self._analyser.analyse_many(self._waiting), strict=True):
            self._draft.add(clause, analysis, text_key=text_key(clause))
        self.analysed += len(self._waiting)
        self._phase.step(self._documents_waiting)
        self._waiting, self._documents_waiting = [], 0

    def _replace(self, read: ReadDocument) -> None:
        changes = compare_clauses(self._draft.text_keys(read.document.doc_id), read.clauses)
        self._draft.put_document(read.document)
        self._draft.remove(changes.removed)
        for clause in changes.kept:
            self._draft.move(clause)
        self._waiting.extend(changes.added)
