"""From a finished draft to the edition that everybody reads."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from server.adapters.editions.checks import check_edition
from server.adapters.editions.cleaning import remove_unread
from server.adapters.editions.layout import (
    CLAUSES,
    edition_folder,
    edition_numbers,
    read_pointer,
    switch_pointer,
    sync,
    sync_tree,
)
from server.adapters.editions.manifest import add_to_history, read_history, write_manifest
from server.adapters.editions.vectors import write_vectors
from server.adapters.sqlite.clause_reader import ClauseReader
from server.adapters.sqlite.vector_cache import VectorCache
from server.domain.document import UnreadableFile
from server.domain.edition import BuildRecord, EditionInfo, Fingerprint
from server.ports.clock import Clock


class Publisher:
    """Gives a draft its vectors and its manifest, checks it, and switches the pointer."""

    def __init__(self, folder: Path, *, clock: Clock, kept_vectors: VectorCache) -> None:
        self._folder = folder
        self._clock = clock
        self._kept_vectors = kept_vectors
        self._started = clock.monotonic()

    def publish(
        self, aside: Path, fingerprint: Fingerprint, unreadable: Sequence[UnreadableFile]
    ) -> EditionInfo:
        """Raises BuildFailed when the check fails, and every store fault."""
        info = self._complete(aside, fingerprint, unreadable)
        check_edition(aside, info)
        sync_tree(aside)
        aside.rename(edition_folder(self._folder, info.number))
        sync(self._folder)
        switch_pointer(self._folder, info.number)
        with suppress(OSError):  # it is published; a full disk may still eat the line about it
            self.record(info, failure=None)
        remove_unread(self._folder, current=info.number)
        return info

    def record(self, info: EditionInfo | None, *, failure: str | None) -> None:
        """Add a line to the history."""
        record = BuildRecord(
            edition=info.number if info else None,
            finished_at=self._now(),
            seconds=round(self._clock.monotonic() - self._started, 3),
            documents=info.documents if info else 0,
            clauses=info.clauses if info else 0,
            passages=info.passages if info else 0,
            vectors=info.vectors if info else 0,
            failure=failure,
        )
        add_to_history(self._folder, record)

    def _complete(
        self, aside: Path, fingerprint: Fingerprint, unreadable: Sequence[UnreadableFile]
    ) -> EditionInfo:
        clauses = ClauseReader(aside / CLAUSES)
        try:
            counts = clauses.counts()
            vectors = self._write_vectors(aside, clauses, fingerprint) if fingerprint.dimension else 0
        finally:
            clauses.close()
        info = EditionInfo(
            number=self._next_number(),
            created_at=self._now(),
            fingerprint=fingerprint,
            documents=counts.documents,
            clauses=counts.clauses,
            passages=counts.passages,
            vectors=vectors,
            unreadable=tuple(unreadable),
        )
        write_manifest(aside, info)
        return info

    def _write_vectors(self, aside: Path, clauses: ClauseReader, fingerprint: Fingerprint) -> int:
        """Every kept vector of the passages; returns how many there are."""
        embedder = fingerprint.embedder_id
        passages = list(clauses.passage_hashes())
        kept = self._kept_vectors.hashes(embedder)
        covered = [(row, passage_hash) for row, passage_hash in passages if passage_hash in kept]
        matrix = np.empty((len(covered), fingerprint.dimension), dtype=np.float32)
        for place, (_, passage_hash) in enumerate(covered):
            matrix[place] = self._kept_vectors.vector(embedder, passage_hash)
        write_vectors(aside, matrix, np.array([row for row, _ in covered], dtype=np.int64))
        if len(covered) == len(passages):
            self._kept_vectors.forget_others(embedder, (passage_hash for _, passage_hash in passages))
        return len(covered)

    def _next_number(self) -> int:
        """Above every number that was ever seen, so that a number never means two editions."""
        numbers = [*edition_numbers(self._folder), *(one.edition or 0 for one in read_history(self._folder))]
        return max([0, *numbers]) + 1

    def _now(self) -> str:
        return self._clock.now().isoformat(timespec="milliseconds")


def base_number(folder: Path) -> int | None:
    """The published edition's number; a damaged pointer counts as none."""
    try:
        return read_pointer(folder)
    except ValueError:
        return None
