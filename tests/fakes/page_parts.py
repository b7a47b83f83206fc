"""Small stand-ins that a whole fake clausecard is made of: a search, a picker, a drafter, a slow folder."""

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from server.apps.retrieval.exact_terms import find_exact_terms
from server.domain.answer import Answer, AnswerTimings, Citation
from server.domain.clause import Clause
from server.domain.document import ReadDocument, UnreadableFile
from server.domain.hit import Hit, Retrieval, Step
from server.domain.outline import outline
from server.domain.pick import Candidate, PickerIdentity, PickRequest, Picks
from server.domain.query import Query
from server.domain.reasons import AnswerOutcome, NoDocumentsReason, Tier
from server.gates.sufficiency import BORDERLINE, STRONG
from server.ports.clause_index import ClauseIndex
from server.ports.document_source import DocumentSource, Listing
from tests.fakes.item_picker import MODEL

WORD = re.compile(r"\w+")


class OverlapRetriever:
    """Scores a clause by the share of the query's pairs of characters that it holds.

    Exact terms are found by the real rules and looked up to the letter.
    """

    def __init__(self, index: ClauseIndex) -> None:
        self._index = index

    def retrieve(self, query: Query) -> Retrieval:
        trace: list[Step] = []
        with self._index.current() as edition:
            edition.info.check_searchable()
            began = perf_counter()
            clauses = [
                clause
                for document in edition.documents()
                for clause in edition.document_clauses(document.doc_id, offset=0, limit=10_000)
                if query.scope.collection in (None, clause.collection)
            ]
            terms = [term.text for term in find_exact_terms(query.text)]
            missing = tuple(term for term in terms if not any(_holds(one, (term,)) for one in clauses))
            hits = sorted((_hit(one, query, terms) for one in clauses), key=lambda hit: -hit.score)[:24]
            took = (perf_counter() - began) * 1000
            for name, share in (("exact_terms", 0.1), ("words", 0.6), ("tiers", 0.3)):
                trace.append(Step(name=name, milliseconds=took * share, detail={"clauses": len(clauses)}))
            return Retrieval(
                query=query,
                edition=edition.info.number,
                hits=tuple(hits),
                exact_terms=tuple(terms),
                missing_exact_terms=missing,
                trace=tuple(trace),
            )


def _hit(clause: Clause, query: Query, terms: Sequence[str]) -> Hit:
    if terms and _holds(clause, terms):
        return Hit(clause=clause, score=1.0, tier=Tier.EXACT, reason="exact_term", legs={"exact": 1.0})
    wanted = {pair for word in WORD.findall(query.text.lower()) for pair in _pairs(word)}
    heading, body = _pairs(clause.heading.lower()), _pairs(clause.body.lower())
    share = sum(0.6 * (pair in heading) + 0.4 * (pair in body) for pair in wanted) / max(1, len(wanted))
    score = min(1.0, share * 1.6)
    tier = Tier.STRONG if score >= STRONG else Tier.BORDERLINE if score >= BORDERLINE else Tier.REJECTED
    reason = "" if tier is Tier.STRONG else "below_threshold"
    return Hit(
        clause=clause, score=score, tier=tier, reason=reason, legs={"words": share * 10}, ranks={"words": 1}
    )


def _holds(clause: Clause, terms: Sequence[str]) -> bool:
    whole = f"{clause.number} {clause.heading} {clause.body}"
    return all(term in whole for term in terms)


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1)}


@dataclass(kw_only=True)
class ListPicker:
    """Picks every list line of a clause, up to its bracket. Implements ItemPicker.

    A test sets how long it takes, what it raises, and which names it makes up.
    """

    seconds: float = 0.0
    error: Exception | None = None
    invented: tuple[str, ...] = ()
    calls: int = 0

    def identity(self) -> PickerIdentity:
        return MODEL

    async def pick(self, request: PickRequest) -> Picks:
        self.calls += 1
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error
        body = request.clause.body
        candidates = []
        for line in outline(body):
            name = re.split(r"[(（;]", body[line.start : line.end])[0].rstrip(" .")
            if line.depth and name:
                candidates.append(Candidate(name=name, start=line.start, end=line.start + len(name)))
        names = tuple(one.name for one in candidates)
        return Picks(names=(*names, *self.invented) if candidates else (), candidates=tuple(candidates))


@dataclass(kw_only=True)
class QuotingAsk:
    """Answers with the first sentence of the first admitted clause. Implements AskStory."""

    house: object  # has retrieve, judge and labels
    seconds: float = 0.0
    outcome: AnswerOutcome = AnswerOutcome.ANSWERED

    async def ask(self, query: Query, *, request_id: str, temperature: float, explain: bool) -> Answer:
        del temperature, explain
        await asyncio.sleep(self.seconds)
        retrieval = self.house.retrieve(query)
        admitted = self.house.judge(retrieval).admitted[:2]
        sources = tuple(_citation(n, hit) for n, hit in enumerate(admitted, 1))
        outcome = self.outcome if sources else AnswerOutcome.REFUSED
        answered = outcome is AnswerOutcome.ANSWERED
        words = self.house.labels[query.language]
        text = " ".join(f"{one.quote} [#{one.n}]" for one in sources)
        return Answer(
            request_id=request_id,
            query=query.text,
            answer=text if answered else words.get(f"answer.{outcome}", str(outcome)),
            grounded=answered,
            outcome=outcome,
            reason=None if answered else str(NoDocumentsReason.BELOW_THRESHOLD),
            citations=sources if answered else (),
            sources=() if answered else sources,
            missing_exact_terms=retrieval.missing_exact_terms,
            timings=AnswerTimings(retrieval_ms=3.0, generation_ms=self.seconds * 1000, total_ms=4.0),
            model_id="fake:1b",
            prompt_version="p1",
            trace_id="0" * 32,
            created_at="2026-12-01T00:00:00Z",
            edition=retrieval.edition,
        )

    async def look_inside(self, query: Query, /, *, request_id: str) -> dict[str, object]:
        del request_id
        admitted = self.house.judge(self.house.retrieve(query)).admitted
        if not admitted:
            return {"pack": None}
        data = "\n\n".join(f"[#{n}] {hit.clause.body}" for n, hit in enumerate(admitted, 1))
        extracts = [{"n": n, "clause_ids": [hit.clause.clause_id]} for n, hit in enumerate(admitted, 1)]
        return {
            "pack": {
                "data": data,
                "tokens": len(data) // 2,
                "extracts": extracts,
                "left_out": [],
                "prompt_version": "p1",
            }
        }


def _citation(n, hit):
    clause = hit.clause
    return Citation(
        n=n,
        doc_id=clause.doc_id,
        document=clause.document,
        clause=clause.number,
        clause_id=clause.clause_id,
        start_line=clause.start_line,
        end_line=clause.end_line,
        quote=clause.body.split("\n")[0][:300],
        score=hit.score,
    )


@dataclass(kw_only=True)
class SlowSource:
    """A document source whose reading takes its time, so that a build can be watched."""

    source: DocumentSource
    read_seconds: float = 0.0

    def scan(self) -> Sequence[Listing]:
        return self.source.scan()

    def look(self, path: str) -> Listing | None:
        return self.source.look(path)

    def file_hash(self, listing: Listing) -> str:
        return self.source.file_hash(listing)

    def read(self, listing: Listing) -> ReadDocument | UnreadableFile:
        time.sleep(self.read_seconds)
        return self.source.read(listing)
