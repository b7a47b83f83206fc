"""The editions in one folder, for any number of reading processes and one builder at a time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from server.adapters.editions.builder import StoredBuilder
from server.adapters.editions.cleaning import remove_debris, remove_unread
from server.adapters.editions.edition import StoredEdition
from server.adapters.editions.faults import as_failed_build, as_unavailable
from server.adapters.editions.layout import LOCK, PointerStamp, edition_folder, pointer_stamp, read_pointer
from server.adapters.editions.locks import is_locked, lock_alone
from server.adapters.editions.manifest import read_history, read_progress
from server.adapters.editions.publishing import base_number
from server.domain.edition import BuildProgress, BuildRecord
from server.domain.errors import ClausecardError, IndexEmpty, IndexUnavailable, RebuildRunning
from server.ports.clock import Clock, SystemClock

OPEN_ATTEMPTS = 20  # each failed one means that the pointer moved on meanwhile
LOCK_ATTEMPTS = 5


@dataclass(kw_only=True)
class Pinned:
    """An open edition and who reads it here."""

    edition: StoredEdition
    stamp: PointerStamp
    readers: int = 0
    superseded: bool = False


class EditionStore:
    """Implements ClauseIndex and EditionWriter.

    A request costs one stat of the pointer; an edition is opened once per process and closed, and then
    removed if no other process reads it, when the last request on it ends after a switch.
    """

    def __init__(self, folder: Path, *, clock: Clock | None = None) -> None:
        self._folder = folder
        self._clock = clock or SystemClock()
        self._lock = Lock()
        self._newest: Pinned | None = None

    @contextmanager
    def current(self) -> Iterator[StoredEdition]:
        """Pin the current edition for one request; raises IndexEmpty, IndexUnavailable."""
        pinned = self._pin()
        try:
            yield pinned.edition
        finally:
            self._unpin(pinned)

    @contextmanager
    def building(self) -> Iterator[StoredBuilder]:
        """Become the one builder; raises RebuildRunning, BuildFailed."""
        with as_failed_build():
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / LOCK).touch()
        with lock_alone(self._folder / LOCK, attempts=LOCK_ATTEMPTS) as alone:
            if not alone:
                raise RebuildRunning("another build is running on this folder")
            with as_failed_build():
                builder = StoredBuilder(self._folder, clock=self._clock)
            try:
                with as_failed_build():
                    remove_debris(self._folder, current=base_number(self._folder))
                yield builder
            except ClausecardError as error:
                builder.record_failure(str(error))
                raise
            finally:
                builder.close()

    def running(self) -> BuildProgress | None:
        """How far the running build is, in whatever process."""
        with as_unavailable():
            if not is_locked(self._folder / LOCK):
                return None
            started = BuildProgress(phase="start", done=0, total=0, remaining_seconds=None)
            return read_progress(self._folder) or started

    def history(self) -> Sequence[BuildRecord]:
        """The latest builds, newest first."""
        with as_unavailable():
            return read_history(self._folder)

    def close(self) -> None:
        """Let go of the open edition; readers inside `current` keep theirs until they leave."""
        with self._lock:
            unread = self._supersede(None)
        self._let_go(unread)

    def _pin(self) -> Pinned:
        with as_unavailable():
            stamp = pointer_stamp(self._folder)
            if stamp is None:
                raise IndexEmpty("no edition has been published yet")
            with self._lock:
                pinned, unread = self._newest, None
                if pinned is None or pinned.stamp != stamp:
                    pinned = self._open()
                    unread = self._supersede(pinned)
                pinned.readers += 1
        self._let_go(unread)
        return pinned

    def _open(self) -> Pinned:
        """Follow the pointer until an edition is held that nobody removes."""
        for _ in range(OPEN_ATTEMPTS):
            stamp = pointer_stamp(self._folder)
            number = read_pointer(self._folder)
            if stamp is None or number is None:
                raise IndexEmpty("no edition has been published yet")
            try:
                edition = StoredEdition.open(edition_folder(self._folder, number))
            except FileNotFoundError:
                if pointer_stamp(self._folder) == stamp:
                    raise
                continue
            if edition is not None:
                return Pinned(edition=edition, stamp=stamp)
        raise IndexUnavailable("the editions change faster than they can be opened")

    def _unpin(self, pinned: Pinned) -> None:
        with self._lock:
            pinned.readers -= 1
            unread = pinned if pinned.superseded and not pinned.readers else None
        self._let_go(unread)

    def _supersede(self, newest: Pinned | None) -> Pinned | None:
        """Returns the edition before it if nobody reads that; the lock is held."""
        before, self._newest = self._newest, newest
        if before is None:
            return None
        before.superseded = True
        return None if before.readers else before

    def _let_go(self, unread: Pinned | None) -> None:
        """Without the lock: removing a large edition takes a while, and no other request waits for it."""
        if unread is None:
            return
        unread.edition.close()
        newest = self._newest
        if newest is not None:
            with suppress(OSError):  # no request fails for it; the next build removes what stays
                remove_unread(self._folder, current=newest.edition.info.number)
