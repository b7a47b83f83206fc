"""What the next build has to do."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from server.apps.index.changes import DocumentState, compare_documents
from server.domain.document import Document
from server.domain.edition import EditionInfo, Fingerprint
from server.domain.reasons import Freshness
from server.ports.document_source import DocumentSource, Listing
from server.ports.edition_writer import EditionBuilder

MAX_WASTE = 0.25  # share of removed clauses in the lexical index; beyond it the next build begins afresh


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What is to be done to the published edition."""

    fresh: bool  # begin from nothing
    to_read: Sequence[Listing]
    touched: Sequence[Document]  # the same bytes with their new size, time and first line
    to_remove: Sequence[str]  # doc_ids
    kept: int  # documents that stay as they are


def make_plan(source: DocumentSource, builder: EditionBuilder, now: Fingerprint) -> Plan | None:
    """None when the published edition is what a build would make. Raises InvalidInput, BuildFailed."""
    base = builder.base()
    fresh = base is None or _needs_all_tokens(base.fingerprint, now) or builder.waste() > MAX_WASTE
    documents = () if fresh else builder.documents()
    listings = source.scan()
    states = list(compare_documents(listings, documents, info=base, file_hash=source.file_hash))
    differs = base is None or base.fingerprint != now
    news = any(map(_is_news, states)) or (base is not None and _unreadable_differ(source, states, base))
    if not (fresh or differs or news):
        return None
    resplit = base is not None and base.fingerprint.splitter_version != now.splitter_version
    to_read = [state.listing for state in states if state.listing and (resplit or _must_read(state))]
    return Plan(
        fresh=fresh,
        to_read=to_read,
        touched=[_with_stat_of(state) for state in states if state.touched and not resplit],
        to_remove=[state.known.doc_id for state in states if state.freshness is Freshness.MISSING],
        kept=len(listings) - len(to_read),
    )


def _needs_all_tokens(base: Fingerprint, now: Fingerprint) -> bool:
    """Other tokens, or passages of the dense leg that the base did not keep."""
    return base.analyser_version != now.analyser_version or (now.dimension > 0 and base.dimension == 0)


def _is_news(state: DocumentState) -> bool:
    return state.touched or state.freshness is not Freshness.FRESH


def _must_read(state: DocumentState) -> bool:
    """All but documents that stand in the edition as they are; unreadable files get another try."""
    return state.document is None or state.freshness is Freshness.CHANGED


def _with_stat_of(state: DocumentState) -> Document:
    assert state.document is not None  # noqa: S101  # `touched` says that both sides
    assert state.listing is not None  # noqa: S101  # know it
    return replace(
        state.document,
        size=state.listing.size,
        modified_ns=state.listing.modified_ns,
        first_line=state.listing.first_line,
    )


def _unreadable_differ(source: DocumentSource, states: Sequence[DocumentState], base: EditionInfo) -> bool:
    """Files that could not be read are tried again, whatever their time says; or one of them is gone."""
    tried = [state.listing for state in states if state.listing and state.document is None]
    return len(tried) != len(base.unreadable) or any(
        source.read(listing) not in base.unreadable for listing in tried
    )
