"""Is what we serve what lies on the disk? Cheap enough for every request."""

from collections.abc import Iterator, Sequence

from server.apps.index.changes import DocumentState, compare_document, compare_documents
from server.apps.index.memory import RememberedAnswer
from server.apps.index.recipe import Recipe
from server.domain.document import Document
from server.domain.edition import EditionInfo, Fingerprint
from server.domain.errors import NothingToIndex
from server.domain.reasons import BuildRefusal, Freshness
from server.ports.clause_index import ClauseIndex
from server.ports.clock import Clock, SystemClock
from server.ports.document_source import Listing

NOTHING_TO_INDEX = (
    f"{BuildRefusal.NOTHING_TO_INDEX}: every document is gone, so a build is refused; {NothingToIndex.remedy}"
)


class FreshnessProbe:
    """Any number of threads."""

    def __init__(self, recipe: Recipe, index: ClauseIndex, *, clock: Clock | None = None) -> None:
        self._recipe = recipe
        self._index = index
        self._hashes: dict[str, tuple[Listing, str]] = {}
        self._staleness = RememberedAnswer(self._look_at_everything, clock=clock or SystemClock())
        self._edition = 0  # the one that the remembered answer is about

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
        with self._index.current() as edition:
            if self._edition != edition.info.number:
                self._edition = edition.info.number
                self._staleness.forget()
        return self._staleness.get()

    def states(self, documents: Sequence[Document], info: EditionInfo | None) -> Iterator[DocumentState]:
        """Every document on either side. Raises InvalidInput."""
        return compare_documents(
            self._recipe.source.scan(), documents, info=info, file_hash=self._remembered_hash
        )

    def _look_at_everything(self) -> bool:
        with self._index.current() as edition:
            states = list(self.states(edition.documents(), edition.info))
            return bool(reasons_of(edition.info, self._recipe.fingerprint(), states))

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
    gone = info.documents and not any(state.listing for state in states)
    return [
        *_fingerprint_reasons(info.fingerprint, now),
        *_document_reasons(states),
        *([NOTHING_TO_INDEX] if gone else ()),
    ]


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
