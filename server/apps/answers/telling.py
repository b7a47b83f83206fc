"""From what was found and verified to the answer. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from server.apps.answers.pack import Pack
from server.apps.cards.screen import Screen
from server.apps.cards.snippet import choose_snippet, coverage_terms
from server.domain.answer import Answer, AnswerTimings, Citation, Draft
from server.domain.query import Query
from server.domain.reasons import AnswerOutcome, NoDocumentsReason
from server.gates.citations import DraftVerdict

MAX_QUOTE_CHARACTERS = 160  # as a snippet: the original is not republished
NO_EVIDENCE = "no_evidence"
NEAR_NAME = "near_name"
WRITER_REFUSED = "writer_refused"
PARTLY_VERIFIED = "partly_verified"
NOT_VERIFIED = "not_verified"
OFF = "off"


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """What every answer to one question has, however it ends."""

    request_id: str
    query: Query
    created_at: str
    edition: int | None
    index_stale: bool
    prompt_version: str | None
    labels: Mapping[str, str]

    def answer(self, outcome: AnswerOutcome, reason: str | None, text: str) -> Answer:
        """The answer; sources, citations, draft and timings are the caller's to add."""
        trace = sha256(f"{self.request_id}\0{self.created_at}".encode()).hexdigest()
        return Answer(
            request_id=self.request_id,
            query=self.query.text,
            answer=text,
            grounded=outcome is AnswerOutcome.ANSWERED,
            outcome=outcome,
            reason=reason,
            citations=(),
            sources=(),
            missing_exact_terms=(),
            timings=AnswerTimings(),
            model_id=None,
            prompt_version=self.prompt_version,
            trace_id=trace[:32],
            created_at=self.created_at,
            edition=self.edition,
            index_stale=self.index_stale,
        )


def tell_refusal(frame: Frame, reason: str, missing: Sequence[str]) -> Answer:
    """No evidence: no source, no guess; what is missing is named."""
    named = [frame.labels["message.exact_term_missing"].format(term=term) for term in missing]
    text = " ".join([*named, frame.labels["answer.refused"]])
    return replace(frame.answer(AnswerOutcome.REFUSED, reason, text), missing_exact_terms=tuple(missing))


def tell_sources(frame: Frame, outcome: AnswerOutcome, reason: str, sources: Sequence[Citation]) -> Answer:
    """The sources alone: generation is off or failed, or its draft could not be verified."""
    return replace(
        frame.answer(outcome, reason, frame.labels[f"answer.{outcome.value}"]), sources=tuple(sources)
    )


def tell_draft(
    frame: Frame, draft: Draft, verdict: DraftVerdict, pack: Pack, sources: Sequence[Citation]
) -> Answer:
    """What the verdict leaves of a draft."""
    if _refuses(draft, frame.labels):
        answer = frame.answer(AnswerOutcome.REFUSED, WRITER_REFUSED, frame.labels["answer.refused"])
    elif verdict.answer:
        reason = None if verdict.complete else PARTLY_VERIFIED
        answer = replace(
            frame.answer(AnswerOutcome.ANSWERED, reason, verdict.answer),
            citations=_citations(verdict, pack),
            sources=tuple(sources),
        )
    else:
        reason = verdict.refusals[0].rule if len(verdict.refusals) == 1 else NOT_VERIFIED
        answer = tell_sources(frame, AnswerOutcome.UNVERIFIED, reason, sources)
    return replace(answer, model_id=draft.model_id, prompt_version=draft.prompt_version)


def sources_of(pack: Pack, query: Query, screen: Screen) -> tuple[Citation, ...]:
    """Every packed clause with the extract that meets the question best."""
    terms = coverage_terms(query.text)
    found = []
    for piece in pack.pieces:
        snippet = choose_snippet(piece.clause.body, terms, may_show=screen.may_show)
        found.append(_citation(pack, piece.n, piece.start, snippet.text if snippet else ""))
    return tuple(found)


def refusal_reason(reason: NoDocumentsReason | None) -> str:
    """Why nothing was sufficient, as a stable code."""
    return reason.value if reason else NO_EVIDENCE


def _refuses(draft: Draft, labels: Mapping[str, str]) -> bool:
    """Whether the writer says that the data does not answer; with a mark or a full stop behind it or not."""
    return draft.text.strip().strip("\"'«»“”").lower().startswith(labels["answer.refused"].lower())


def _citations(verdict: DraftVerdict, pack: Pack) -> tuple[Citation, ...]:
    """One for each extract an answer cites, quoting the statement that bears its first sentence."""
    texts = {extract.n: extract.text for extract in pack.extracts}
    quotes: dict[int, tuple[int, str]] = {}
    for sentence in verdict.sentences:
        for n, statement in sentence.bearers:
            quotes.setdefault(n, (statement.start, texts[n][statement.start : statement.end]))
        for n in sentence.numbers:
            quotes.setdefault(n, (0, ""))
    return tuple(_citation(pack, n, start, quote) for n, (start, quote) in sorted(quotes.items()))


def _citation(pack: Pack, n: int, offset: int, quote: str) -> Citation:
    piece = pack.piece_at(n, offset)
    return Citation(
        n=n,
        doc_id=piece.clause.doc_id,
        document=piece.clause.document,
        clause=piece.clause.number,
        clause_id=piece.clause.clause_id,
        start_line=piece.clause.start_line,
        end_line=piece.clause.end_line,
        quote=_short(quote),
        score=piece.score,
    )


def _short(quote: str) -> str:
    quote = quote.strip().strip(",;").strip()
    if len(quote) <= MAX_QUOTE_CHARACTERS:
        return quote
    head = quote[:MAX_QUOTE_CHARACTERS]
    return head[: head.rfind(" ")] if " " in head else head
