"""What changed: documents between a scan and an edition, clauses between two readings of a document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from server.domain.clause import Clause
from server.domain.document import Document
from server.domain.edition import EditionInfo
from server.domain.errors import InvalidInput
from server.domain.reasons import Freshness
from server.ports.document_source import Listing


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentState:
    """One document on disk (`listing`) against the edition (`document`)."""

    freshness: Freshness
    listing: Listing | None
    document: Document | None
    touched: bool = False  # the bytes are the same; size, time or place in the file are not the edition's

    @property
    def known(self) -> Listing | Document:
        """Whichever side knows it, the disk first."""
        known = self.listing or self.document
        assert known is not None  # noqa: S101  # one side always does
        return known


@dataclass(frozen=True, kw_only=True, slots=True)
class ClauseChanges:
    """From the clauses that a draft holds of a document to those that were read now."""

    added: tuple[Clause, ...]  # to be analysed
    kept: tuple[Clause, ...]  # same text, perhaps at another place
    removed: tuple[str, ...]  # clause ids


def compare_documents(
    listings: Sequence[Listing],
    documents: Sequence[Document],
    *,
    info: EditionInfo | None,
    file_hash: Callable[[Listing], str],
) -> Iterator[DocumentState]:
    """Stat first; the hash only where the stat differs.

    A file that could not be read when the edition was made is no news until it is modified after that.
    """
    known = {document.doc_id: document for document in documents}
    unreadable = {file.path for file in info.unreadable} if info else set()
    made_ns = int(datetime.fromisoformat(info.created_at).timestamp() * 1e9) if info else 0
    for listing in listings:
        document = known.pop(listing.doc_id, None)
        if document is not None:
            yield compare_document(listing, document, file_hash=file_hash)
        elif listing.path in unreadable and listing.modified_ns < made_ns:
            yield DocumentState(freshness=Freshness.FRESH, listing=listing, document=None)
        else:
            yield DocumentState(freshness=Freshness.NEW, listing=listing, document=None)
    for document in known.values():
        yield DocumentState(freshness=Freshness.MISSING, listing=None, document=document)


def compare_document(
    listing: Listing, document: Document, *, file_hash: Callable[[Listing], str]
) -> DocumentState:
    """One that both sides know."""
    same_stat = (listing.path, listing.size, listing.modified_ns) == (
        document.path,
        document.size,
        document.modified_ns,
    )
    same = same_stat or (listing.path == document.path and _hash(listing, file_hash) == document.file_hash)
    return DocumentState(
        freshness=Freshness.FRESH if same else Freshness.CHANGED,
        listing=listing,
        document=document,
        touched=same and not same_stat,
    )


def compare_clauses(held: Mapping[str, str], clauses: Sequence[Clause]) -> ClauseChanges:
    """`held` is clause_id -> text key."""
    keys = {clause.clause_id: text_key(clause) for clause in clauses}
    return ClauseChanges(
        added=tuple(clause for clause in clauses if held.get(clause.clause_id) != keys[clause.clause_id]),
        kept=tuple(clause for clause in clauses if held.get(clause.clause_id) == keys[clause.clause_id]),
        removed=tuple(clause_id for clause_id, key in held.items() if keys.get(clause_id) != key),
    )


def text_key(clause: Clause) -> str:
    """Equal for clauses that an analyser cannot tell apart and a reader sees the same: all but the place."""
    seen = (
        clause.document,
        clause.collection,
        clause.number,
        clause.heading,
        "\0".join(clause.path),
        clause.body,
        clause.content_hash,
        clause.language,
    )
    return sha256("\0\0".join(seen).encode()).hexdigest()


def _hash(listing: Listing, file_hash: Callable[[Listing], str]) -> str:
    try:
        return file_hash(listing)
    except InvalidInput:
        return ""  # it went away or became unreadable since the scan: not the same
