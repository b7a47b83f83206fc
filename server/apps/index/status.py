"""All that can be said about the index, as one value."""

from collections.abc import Sequence
from dataclasses import dataclass

from server.apps.index.changes import DocumentState
from server.apps.index.freshness import FreshnessProbe, reasons_of
from server.apps.index.recipe import Recipe
from server.domain.document import Document, UnreadableFile
from server.domain.edition import BuildProgress, BuildRecord, EditionInfo, Fingerprint
from server.domain.errors import IndexEmpty, IndexUnavailable
from server.domain.reasons import Freshness
from server.ports.clause_index import ClauseIndex
from server.ports.edition_writer import EditionWriter

NEVER_BUILT = "no edition has been published yet"


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentStatus:
    """One document, whichever side knows it."""

    doc_id: str
    path: str
    title: str  # "" before it was read
    collection: str
    clauses: int  # in the edition
    freshness: Freshness


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """How much of the dense leg is there."""

    passages: int
    vectors: int
    complete: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexStatus:
    """The value behind GET /v1/documents/index/status and `clausecard index status`."""

    edition: EditionInfo | None  # None: nothing serves, `unavailable` may say why
    unavailable: str | None
    stale: bool
    reasons: tuple[str, ...]  # why it is stale
    fingerprint_now: Fingerprint
    documents: tuple[DocumentStatus, ...]  # by doc_id, without the unreadable ones
    unreadable: tuple[UnreadableFile, ...]
    coverage: Coverage
    running: BuildProgress | None
    history: tuple[BuildRecord, ...]  # newest first


def index_status(
    recipe: Recipe, index: ClauseIndex, writer: EditionWriter, probe: FreshnessProbe
) -> IndexStatus:
    """Looks at every document (one stat each). Raises InvalidInput when the source cannot be scanned."""
    info, documents, unavailable = _published(index)
    states = list(probe.states(documents, info))
    now = recipe.fingerprint()
    reasons = reasons_of(info, now, states) if info else [unavailable or NEVER_BUILT]
    return IndexStatus(
        edition=info,
        unavailable=unavailable,
        stale=bool(reasons),
        reasons=tuple(reasons),
        fingerprint_now=now,
        documents=_document_statuses(states),
        unreadable=info.unreadable if info else (),
        coverage=_coverage(info),
        running=writer.running(),
        history=tuple(writer.history()),
    )


def _published(index: ClauseIndex) -> tuple[EditionInfo | None, Sequence[Document], str | None]:
    try:
        with index.current() as edition:
            return edition.info, edition.documents(), None
    except IndexEmpty:
        return None, (), None
    except IndexUnavailable as error:
        return None, (), str(error)


def _document_statuses(states: Sequence[DocumentState]) -> tuple[DocumentStatus, ...]:
    known = [state for state in states if state.document or state.freshness is Freshness.NEW]
    return tuple(sorted(map(_document_status, known), key=lambda one: one.doc_id))


def _document_status(state: DocumentState) -> DocumentStatus:
    return DocumentStatus(
        doc_id=state.known.doc_id,
        path=state.known.path,
        title=state.document.title if state.document else "",
        collection=state.known.collection,
        clauses=state.document.clauses if state.document else 0,
        freshness=state.freshness,
    )


def _coverage(info: EditionInfo | None) -> Coverage:
    if info is None or not info.fingerprint.dimension:
        return Coverage(passages=0, vectors=0, complete=True)
    return Coverage(passages=info.passages, vectors=info.vectors, complete=info.vectors == info.passages)
