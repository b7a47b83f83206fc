"""An edition being built aside."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from server.adapters.editions.faults import STORE_FAULTS, as_failed_build
from server.adapters.editions.layout import CLAUSES, LEXICAL, link_lexical
from server.adapters.sqlite.clause_writer import ClauseWriter
from server.adapters.tantivy.lexical_writer import LexicalWriter
from server.domain.clause import Clause
from server.domain.document import Document, UnreadableFile
from server.domain.edition import Analysis, EditionInfo, Fingerprint


class StoredDraft:
    """Implements EditionDraft.

    Continues the edition in `base`: its SQLite file is copied; the files of Tantivy, which are never
    changed in place, get a second name.
    """

    def __init__(
        self,
        aside: Path,
        *,
        base: Path | None,
        fingerprint: Fingerprint,
        publish: Callable[[Path, Fingerprint, Sequence[UnreadableFile]], EditionInfo],
    ) -> None:
        self._aside = aside
        self._fingerprint = fingerprint
        self._publish = publish
        aside.mkdir()
        if base is not None:
            shutil.copyfile(base / CLAUSES, aside / CLAUSES)
            link_lexical(base, aside)
        self._clauses = ClauseWriter(aside / CLAUSES)
        self._lexical = LexicalWriter(aside / LEXICAL)

    def text_keys(self, doc_id: str) -> Mapping[str, str]:
        """clause_id -> text key."""
        with as_failed_build():
            return self._clauses.text_keys(doc_id)

    def put_document(self, document: Document) -> None:
        """Add or replace what is known of it."""
        with as_failed_build():
            self._clauses.put_document(document)

    def move_document(self, document: Document) -> None:
        """Replace what is known of it; its clauses follow its first line."""
        with as_failed_build():
            self._clauses.move_document(document)

    def remove_document(self, doc_id: str) -> None:
        """Remove it with its clauses."""
        with as_failed_build():
            self._lexical.remove(self._clauses.remove_document(doc_id))

    def add(self, clause: Clause, analysis: Analysis, *, text_key: str) -> None:
        """Add a clause that the draft does not hold. Passages are kept only for a dense leg."""
        dense = self._fingerprint.dimension > 0
        with as_failed_build():
            row = self._clauses.add(
                clause, text_key=text_key, parts=len(analysis.parts), passages=len(analysis.passages)
            )
            self._lexical.add(row, clause, analysis)
            if dense:
                self._clauses.add_passages(row, analysis.passages)

    def move(self, clause: Clause) -> None:
        """Put a held clause at another place of its document."""
        with as_failed_build():
            self._clauses.move(clause)

    def remove(self, clause_ids: Sequence[str]) -> None:
        """Remove clauses."""
        with as_failed_build():
            self._lexical.remove(self._clauses.remove(clause_ids))

    def publish(self, *, unreadable: Sequence[UnreadableFile]) -> EditionInfo:
        """Check, write through, switch."""
        with as_failed_build():
            self._clauses.close()
            self._lexical.close()
            return self._publish(self._aside, self._fingerprint, unreadable)

    def stop(self) -> None:
        """End it without publishing; does nothing after `publish`."""
        with suppress(*STORE_FAULTS):
            self._clauses.abandon()
            self._lexical.abandon()
