"""A question's answer with verified citations."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from server.domain.clause import Language
from server.domain.reasons import AnswerOutcome


@dataclass(frozen=True, kw_only=True, slots=True)
class Extract:
    """One packed clause (or merged neighbours): what the drafter may cite as [#n]."""

    n: int
    doc_id: str
    document: str
    clause: str
    clause_ids: tuple[str, ...]
    heading: str
    start_line: int
    end_line: int
    text: str
    score: float


@dataclass(frozen=True, kw_only=True, slots=True)
class DraftRequest:
    """What the drafter gets: the question and the data part, nothing else."""

    question: str
    language: Language
    extracts: tuple[Extract, ...]
    data: str  # the extracts as the data part of the prompt: headers, and nothing in it that looks like one
    temperature: float
    deadline_seconds: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """What came back, unchecked. Its text is shown only after verification."""

    text: str
    raw_reply: str
    model_id: str
    model_digest: str
    prompt_version: str
    usage: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Citation:
    """A place that supports the answer; `quote` is literal text of the clause."""

    n: int
    doc_id: str
    document: str
    clause: str
    clause_id: str
    start_line: int
    end_line: int
    quote: str
    score: float


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerTimings:
    """Milliseconds per step."""

    retrieval_ms: float = 0.0
    filtering_ms: float = 0.0
    packing_ms: float = 0.0
    generation_ms: float = 0.0
    verification_ms: float = 0.0
    total_ms: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """The response of POST /v1/ask (contracts/ask-response.v1.schema.json)."""

    request_id: str
    query: str
    answer: str
    grounded: bool
    outcome: AnswerOutcome
    reason: str | None
    citations: tuple[Citation, ...]
    sources: tuple[Citation, ...]
    missing_exact_terms: tuple[str, ...]
    timings: AnswerTimings
    model_id: str | None
    prompt_version: str | None
    trace_id: str
    created_at: str  # ISO 8601, UTC
    edition: int | None
    index_stale: bool = False
    explain: Mapping[str, object] | None = None
