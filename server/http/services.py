"""What the routes may use. The composition root fills it; tests fill it with fakes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from server.domain.answer import Answer
from server.domain.card import CardsAnswer
from server.domain.clause import Language
from server.domain.hit import Retrieval, Sufficiency
from server.domain.query import Query
from server.domain.record import SealedRecord
from server.http.metrics import Observatory
from server.ports.clause_index import ClauseIndex


class ParseQuery(Protocol):
    """Check and clean what the customer said; raises InvalidInput."""

    def __call__(
        self, text: str, *, collection: str | None, documents: Sequence[str] | None, k: int
    ) -> Query:
        """The query as searched."""
        ...


class CardsStory(Protocol):
    """From a query to cards; raises nothing but LedgerUnavailable."""

    async def cards(
        self, query: Query, *, request_id: str, deadline_ms: int | None, session: str | None
    ) -> CardsAnswer:
        """One answer within the deadline."""
        ...

    def stream(
        self, query: Query, *, request_id: str, deadline_ms: int | None, session: str | None
    ) -> AsyncIterator[tuple[str, Mapping[str, object]]]:
        """Events by name: cards, card, done."""
        ...


class AskStory(Protocol):
    """From a question to an answer; raises nothing but index and ledger errors."""

    async def ask(self, query: Query, *, request_id: str, temperature: float, explain: bool) -> Answer:
        """One answer, a refusal or the sources alone."""
        ...


class Debugger(Protocol):
    """The whole trace of one query; asks the model only when told to."""

    async def __call__(self, query: Query, *, request_id: str, generate: bool) -> Mapping[str, object]:
        """Plain JSON values, step by step."""
        ...


@dataclass(frozen=True, kw_only=True)
class Services:
    """One running clausecard."""

    index: ClauseIndex
    parse_query: ParseQuery
    retrieve: Callable[[Query], Retrieval]
    judge: Callable[[Retrieval], Sufficiency]
    cards: CardsStory
    answers: AskStory
    debug: Debugger
    index_status: Callable[[], Mapping[str, object]]
    start_rebuild: Callable[[], Mapping[str, object]]  # the job; raises RebuildRunning
    find_records: Callable[[str], Sequence[SealedRecord]]
    record_feedback: Callable[[Mapping[str, object], str], None]  # content, request id of the feedback
    doctor: Callable[[], Awaitable[Mapping[str, object]]]
    switches: Callable[[], Mapping[str, Any]]
    labels: Mapping[Language, Mapping[str, str]]
    upload_folder: Path | None  # None: uploads are off
    observatory: Observatory
    run_background: Callable[[], Coroutine[None, None, None]]  # as long as the server; then cancelled
    close: Callable[[], Awaitable[None]]
