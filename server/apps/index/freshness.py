"""Is what we serve what lies on the disk? Cheap enough for every request."""

from collections.abc import Iterator, Sequence
from threading import Lock

from server.apps.index.changes import DocumentState, compare_document, compare_documents
from server.apps.index.recipe import Recipe
from server.domain.document import Document
from server.domain.edition import EditionInfo, Fingerprint
from server.domain.reasons import Freshness
from server.ports.clause_index import ClauseIndex
from server.ports.clock import Clock, SystemClock
from server.ports.document_source import Listing

MEMORY_SECONDS = 1.0  # a whole scan is remembered at least so long
SCAN_SHARE = 0.05  # and so long that scans take no more than this share of the time


class FreshnessProbe:
    """Any number of threads."""

    def __init__(self, recipe: Recipe, index: ClauseIndex, *, clock: Clock | None = None) -> None:
        self._recipe = recipe
        self._index = index
        self._clock = clock or SystemClock()
        self._lock = Lock()
        self._hashes: dict[str, tuple[Listing, str]] = {}
        self._stale: tuple[int, bool] = (0, False)  # edition, answer
        self._stale_until = 0.0

    def freshness_of(self, document: Document) -> Freshness:
        """One document of the edition against the disk: one stat; a hash only after the stat changed."""
        listing = self._recipe.source.look(document.path)
        if listing is None:
            return Freshness.MISSING
        return compare_document(listing, document, file_hash=self._remembered_hash).freshness

    def is_stale(self) -> bool:
        """Anything new, changed or missing, or built with something else; remembered for about a second.

        Raises IndexEmpty, IndexUnavailable, InvalidInput.
        """
        with self._index.current() as edition, self._lock:
            number = edition.info.number
            if self._stale[0] == number and self._clock.monotonic() < self._stale_until:
                return self._stale[1]
            started = self._clock.monotonic()
            fingerprint = self._recipe.fingerprint()
            states = self.states(edition.documents(), edition.info)
            stale = bool(reasons_of(edition.info, fingerprint, list(states)))
            took = self._clock.monotonic() - started
            self._stale = (number, stale)
            self._stale_until = started + took + max(MEMORY_SECONDS, took / SCAN_SHARE)
            return stale

    def states(self, documents: Sequence[Document], info: EditionInfo | None) -> Iterator[DocumentState]:
        """Every document on either side. Raises InvalidInput."""
        return compare_documents(
            self._recipe.source.scan(), documents, info=info, file_hash=self._remembered_hash
        )

    def _remembered_hash(self, listing: Listing) -> str:
        """The same stat is hashed once: a file that was only touched stays cheap."""
        known = self._hashes.get(listing.path)
        if known and known[0] == listing:
            return known[1]
        found = self._recipe.source.file_hash(listing)
        self._hashes[listing.path] = (listing, found)
        return found


def reasons_of(info: EditionInfo, now: Fingerprint, states: Sequence[DocumentState]) -> list[str]:
    """Why the edition is stale, in sentences; empty when it is not."""
    return [*_fingerprint_reasons(info.fingerprint, now), *_document_reasons(states)]


def _fingerprint_reasons(then: Fingerprint, now: Fingerprint) -> Iterator[str]:
    for name in Fingerprint.__dataclass_fields__:
        before, after = getattr(then, name), getattr(now, name)
        if before != after:
            yield f"{name}: built with {before}, now {after}"


def _document_reasons(states: Sequence[DocumentState]) -> Iterator[str]:
    for freshness in (Freshness.CHANGED, Freshness.NEW, Freshness.MISSING):
        count = sum(state.freshness is freshness for state in states)
        if count:
            yield f"{freshness}: {count} document{'s' if count > 1 else ''}"
