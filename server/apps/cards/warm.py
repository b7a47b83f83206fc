"""`clausecard warm`: make the picks of every clause before anyone asks.

Resumable, because what is in the cache is passed over; polite, because it takes the warm lane,
where a live request waits for one call at most.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from server.apps.cards.picking import Picking
from server.apps.dispatch import Lane, reason_of
from server.domain.clause import Clause
from server.domain.document import Document
from server.domain.errors import ModelError, ModelMissing, ModelUnavailable
from server.ports.clause_index import ClauseIndex
from server.ports.clock import Clock

PAGE = 200  # clauses read at a time
CALL_SECONDS = 120.0  # a warm-up call may take its time; nobody waits for it
GIVE_UP_AFTER = 3  # failures in a row that say the server is gone


@dataclass(frozen=True, kw_only=True, slots=True)
class WarmProgress:
    """How far it is."""

    done: int
    total: int
    clause: str  # document and clause number of the last one
    remaining_seconds: float | None  # None until one call was made


@dataclass(frozen=True, kw_only=True, slots=True)
class WarmReport:
    """What it came to. `cached + asked + without_candidates + failures = done`."""

    total: int
    done: int
    cached: int  # were in the cache already
    asked: int  # model calls that gave picks
    without_candidates: int  # no call was needed
    failures: Mapping[str, int]  # by fallback reason
    stopped: str | None  # the reason why it gave up before the end; None when it went through
    seconds: float


@dataclass(kw_only=True, slots=True)
class _Tally:
    done: int = 0
    cached: int = 0
    asked: int = 0
    without_candidates: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    in_a_row: int = 0  # failures that say the server is gone


async def warm(
    index: ClauseIndex, picking: Picking, *, clock: Clock, progress: Callable[[WarmProgress], None]
) -> WarmReport:
    """Ask for the picks of all clauses of the current edition, by language and document.

    One language after the other keeps the instruction at the head of the prompt in the model
    server's prefix cache. Raises IndexEmpty or IndexUnavailable. Cancelling it loses one call.
    """
    began = clock.monotonic()
    documents = await asyncio.to_thread(_documents, index)
    total = sum(document.clauses for document in documents)
    tally, stopped = _Tally(), None
    for document in documents:
        for offset in range(0, document.clauses, PAGE):
            for clause in await asyncio.to_thread(_page, index, document.doc_id, offset):
                stopped = await _warm_one(picking, clause, tally)
                progress(
                    WarmProgress(
                        done=tally.done,
                        total=total,
                        clause=f"{clause.document} {clause.number}",
                        remaining_seconds=_remaining(tally, total, clock.monotonic() - began),
                    )
                )
                if stopped is not None:
                    return _report(tally, total, stopped, clock.monotonic() - began)
    return _report(tally, total, None, clock.monotonic() - began)


async def _warm_one(picking: Picking, clause: Clause, tally: _Tally) -> str | None:
    """The reason to stop, None to go on."""
    tally.done += 1
    if picking.cached(clause) is not None:
        tally.cached += 1
        return None
    try:
        picks = await picking.pick(clause, deadline_seconds=CALL_SECONDS, lane=Lane.WARM)
    except ModelError as error:
        reason = reason_of(error).value
        tally.failures[reason] += 1
        tally.in_a_row = tally.in_a_row + 1 if isinstance(error, ModelUnavailable | ModelMissing) else 0
        return reason if tally.in_a_row >= GIVE_UP_AFTER else None
    tally.in_a_row = 0
    if picks.candidates:
        tally.asked += 1
    else:
        tally.without_candidates += 1
    return None


def _documents(index: ClauseIndex) -> list[Document]:
    with index.current() as edition:
        return sorted(edition.documents(), key=lambda document: (document.language, document.doc_id))


def _page(index: ClauseIndex, doc_id: str, offset: int) -> list[Clause]:
    """A page of the edition that is current now: no edition is held for hours."""
    with index.current() as edition:
        return list(edition.document_clauses(doc_id, offset=offset, limit=PAGE))


def _remaining(tally: _Tally, total: int, seconds: float) -> float | None:
    made = tally.done - tally.cached
    return seconds / made * (total - tally.done) if made else None


def _report(tally: _Tally, total: int, stopped: str | None, seconds: float) -> WarmReport:
    return WarmReport(
        total=total,
        done=tally.done,
        cached=tally.cached,
        asked=tally.asked,
        without_candidates=tally.without_candidates,
        failures=dict(tally.failures),
        stopped=stopped,
        seconds=seconds,
    )
