"""Fills a draft with documents; clauses of several documents are analysed together."""

from collections.abc import Sequence

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
        self.documents = 0  # that were read
        self.analysed = 0
        self._draft = draft
        self._analyser = analyser
        self._phase = phase
        self._waiting: list[tuple[Clause, bool]] = []  # with whether it ends its document

    def take(self, source: DocumentSource, listing: Listing) -> None:
        """Read one document into the draft, or list it as unreadable."""
        read = source.read(listing)
        if isinstance(read, UnreadableFile):
            self.unreadable.append(read)
            self._draft.remove_document(listing.doc_id)
            added: Sequence[Clause] = ()
        else:
            added = self._replace(read)
            self.documents += 1
        self._waiting.extend((clause, clause is added[-1]) for clause in added)
        if not added:
            self._phase.step()
        if len(self._waiting) >= CLAUSES_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Analyse and add what waits; call it once more at the end."""
        analyses = self._analyser.analyse_many([clause for clause, _ in self._waiting])
        for (clause, ends_document), analysis in zip(self._waiting, analyses, strict=True):
            self._draft.add(clause, analysis, text_key=text_key(clause))
            if ends_document:
                self._phase.step()
        self.analysed += len(self._waiting)
        self._waiting = []

    def _replace(self, read: ReadDocument) -> Sequence[Clause]:
        """Returns the clauses that are to be analysed."""
        changes = compare_clauses(self._draft.text_keys(read.document.doc_id), read.clauses)
        self._draft.put_document(read.document)
        self._draft.remove(changes.removed)
        for clause in changes.kept:
            self._draft.move(clause)
        return changes.added
