"""The one builder of an editions folder."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from server.adapters.editions.checks import check_edition
from server.adapters.editions.draft import StoredDraft
from server.adapters.editions.faults import STORE_FAULTS, as_failed_build
from server.adapters.editions.layout import (
    BUILDING,
    CLAUSES,
    KEPT_VECTORS,
    LEXICAL,
    PROGRESS,
    edition_folder,
    link_lexical,
    remove_tree,
)
from server.adapters.editions.manifest import read_manifest, write_progress
from server.adapters.editions.publishing import Publisher, base_number
from server.adapters.sqlite.clause_reader import ClauseReader
from server.adapters.sqlite.vector_cache import VectorCache
from server.adapters.tantivy.lexical_reader import dead_share
from server.domain.document import Document, UnreadableFile
from server.domain.edition import BuildProgress, EditionInfo, Fingerprint
from server.domain.errors import BuildFailed
from server.ports.clock import Clock
from server.ports.edition_writer import Passage
from server.ports.embedder import Vectors


class StoredBuilder:
    """Implements EditionBuilder; made by EditionStore, which holds the builder's lock."""

    def __init__(self, folder: Path, *, clock: Clock) -> None:
        self._folder = folder
        self._aside = folder / BUILDING
        self._kept_vectors = VectorCache(folder / KEPT_VECTORS)
        self._publisher = Publisher(folder, clock=clock, kept_vectors=self._kept_vectors)
        self._base = _sound_base(folder)

    def base(self) -> EditionInfo | None:
        """The published edition; None when there is none or it is damaged."""
        return self._base

    def documents(self) -> Sequence[Document]:
        """Its documents, by doc_id."""
        if self._base is None:
            return ()
        clauses = ClauseReader(self._base_folder() / CLAUSES)
        with as_failed_build():
            documents = clauses.documents()
            clauses.close()
        return documents

    def waste(self) -> float:
        """Share of its lexical index that belongs to removed clauses."""
        if self._base is None:
            return 0.0
        with as_failed_build():
            return dead_share(self._base_folder() / LEXICAL)

    @contextmanager
    def draft(self, fingerprint: Fingerprint, *, fresh: bool) -> Iterator[StoredDraft]:
        """A draft aside; dropped unless published."""
        try:
            with as_failed_build():
                draft = StoredDraft(
                    self._aside,
                    base=None if fresh else self._base_folder(),
                    fingerprint=fingerprint,
                    publish=self._publish,
                )
            try:
                yield draft
            finally:
                draft.stop()
        finally:
            remove_tree(self._aside)  # nothing is left of it after `publish`

    def missing_vectors(self) -> int:
        """Different passages without a kept vector."""
        return sum(1 for _ in self.passages_without_vector())

    def passages_without_vector(self) -> Iterator[Passage]:
        """Those passages, each once."""
        clauses = ClauseReader(self._base_folder() / CLAUSES)
        with as_failed_build():
            seen = self._kept_vectors.hashes(self._continued().fingerprint.embedder_id)
            for passage_hash, text in clauses.passage_texts():
                if passage_hash not in seen:
                    seen.add(passage_hash)
                    yield Passage(passage_hash=passage_hash, text=text)
            clauses.close()

    def keep_vectors(self, passages: Sequence[Passage], vectors: Vectors) -> None:
        """Keep vectors of the published edition's embedder."""
        with as_failed_build():
            hashes = [passage.passage_hash for passage in passages]
            self._kept_vectors.keep(self._continued().fingerprint.embedder_id, hashes, vectors)

    def publish_vectors(self) -> EditionInfo:
        """The same clauses and lexical index under a new number, with all kept vectors."""
        base, info = self._base_folder(), self._continued()
        with as_failed_build():
            try:
                self._aside.mkdir()
                os.link(base / CLAUSES, self._aside / CLAUSES)
                link_lexical(base, self._aside)
                return self._publish(self._aside, info.fingerprint, info.unreadable)
            finally:
                remove_tree(self._aside)

    def report(self, progress: BuildProgress) -> None:
        """Show others how far the build is."""
        with as_failed_build():
            write_progress(self._folder, progress)

    def record_failure(self, failure: str) -> None:
        """A line of the history; a disk too full for it changes nothing."""
        with suppress(OSError):
            self._publisher.record(None, failure=failure)

    def close(self) -> None:
        """The end of the build, however it went."""
        self._kept_vectors.close()
        (self._folder / PROGRESS).unlink(missing_ok=True)

    def _publish(
        self, aside: Path, fingerprint: Fingerprint, unreadable: Sequence[UnreadableFile]
    ) -> EditionInfo:
        self._base = self._publisher.publish(aside, fingerprint, unreadable)
        return self._base

    def _base_folder(self) -> Path:
        return edition_folder(self._folder, self._continued().number)

    def _continued(self) -> EditionInfo:
        if self._base is None:
            raise BuildFailed("there is no edition to continue")
        return self._base


def _sound_base(folder: Path) -> EditionInfo | None:
    """A damaged edition is no base: a build that continued it would fail its check again and again."""
    number = base_number(folder)
    if number is None:
        return None
    edition = edition_folder(folder, number)
    try:
        info = read_manifest(edition)
        check_edition(edition, info)
    except (*STORE_FAULTS, BuildFailed):
        return None
    return info
