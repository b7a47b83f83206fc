"""A whole cards app on fakes: one question, two clauses, one picker."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from server.adapters.files.policies import load_policy
from server.apps.cards.finding import Finder
from server.apps.cards.picking import Picking
from server.apps.cards.recommend import Recommender
from server.apps.cards.screen import Screen
from server.apps.cards.switch import Switch
from server.apps.cards.upgrade import Upgrade
from server.apps.dispatch import Breaker, Dispatcher
from server.domain.clause import Clause, content_hash
from server.domain.errors import ClausecardError
from server.domain.hit import Hit, Retrieval, Sufficiency
from server.domain.query import Query
from server.domain.reasons import Freshness, NoDocumentsReason, Outcome, Tier
from server.domain.record import Record
from server.ports.clock import SystemClock
from tests.fakes.item_picker import FakeItemPicker
from tests.fakes.pick_cache import FakePickCache

POLICIES = Path(__file__).resolve().parents[2] / "contracts" / "policies"
BODY = (
    "① 명의를 변경하려는 사람은 다음 각 호의 서류를 제출하여야 한다.\n"
    "1. 신분증\n"
    "2. 임대차계약서 사본\n"
    "② 변경의 효력은 신청한 날부터 생긴다. 요금은 사용한 사람이 낸다."
)
QUERY = Query(text="명의변경에 필요한 서류가 뭐예요", language="ko")


def make_clause(number="제46조", *, body=BODY, heading="명의변경", doc_id="water/terms", start_line=120):
    return Clause(
        clause_id=f"{doc_id}#{number}",
        doc_id=doc_id,
        document="수도 급수 조례",
        collection="water",
        number=number,
        heading=heading,
        path=("제3장 급수",),
        body=body,
        start_line=start_line,
        end_line=start_line + 8,
        content_hash=content_hash(number=number, heading=heading, body=body),
        language="ko",
        ordinal=45,
    )


def make_hit(clause=None, *, score=0.83, tier=Tier.STRONG):
    return Hit(clause=clause or make_clause(), score=score, tier=tier, legs={"lexical": 9.1})


@cache
def read_policy():
    return load_policy(POLICIES)


class CountingMetrics:
    """Implements server.ports.metrics.Metrics; remembers everything."""

    def __init__(self):
        self.counts = []
        self.steps = []

    def count(self, kind, reason):
        self.counts.append((kind, str(reason)))

    def observe(self, step, milliseconds):
        self.steps.append((step, milliseconds))


@dataclass
class CardsApp:
    """The parts of a cards app; a test changes what it is about and calls `recommender()`."""

    picker: FakeItemPicker = field(default_factory=FakeItemPicker)
    hits: tuple[Hit, ...] = (make_hit(), make_hit(make_clause("제47조"), score=0.5))
    refused_because: NoDocumentsReason | None = None
    missing: tuple[str, ...] = ()
    fault: ClausecardError | None = None
    freshness: dict[str, Freshness] = field(default_factory=dict)
    stale: bool = False
    switch: Switch = field(default_factory=lambda: Switch(mode="on"))
    cache: FakePickCache = field(default_factory=FakePickCache)
    concurrency: int = 1
    queue: int = 4
    failures: int = 5
    breaker_seconds: float = 30.0
    late_seconds: float = 5.0
    clock: object = field(default_factory=SystemClock)
    metrics: CountingMetrics = field(default_factory=CountingMetrics)
    records: list[Record] = field(default_factory=list)
    retrieved: list[Query] = field(default_factory=list)

    def retrieve(self, query: Query) -> Retrieval:
        self.retrieved.append(query)
        if self.fault is not None:
            raise self.fault
        return Retrieval(query=query, edition=12, hits=self.hits, missing_exact_terms=self.missing)

    def judge(self, retrieval: Retrieval) -> Sufficiency:
        if self.refused_because is not None or not retrieval.hits:
            return Sufficiency(
                outcome=Outcome.NO_DOCUMENTS,
                reason=self.refused_because or NoDocumentsReason.NOTHING_FOUND,
                admitted=(),
                refused=retrieval.hits,
            )
        return Sufficiency(outcome=Outcome.CARDS, reason=None, admitted=retrieval.hits, refused=())

    def dispatcher(self) -> Dispatcher:
        breaker = Breaker(failures=self.failures, seconds=self.breaker_seconds, clock=self.clock)
        return Dispatcher(concurrency=self.concurrency, queue=self.queue, breaker=breaker, clock=self.clock)

    def picking(self, dispatcher: Dispatcher | None = None) -> Picking:
        return Picking(
            picker=self.picker,
            cache=self.cache,
            dispatcher=dispatcher or self.dispatcher(),
            metrics=self.metrics,
            late_seconds=self.late_seconds,
        )

    def recommender(self, dispatcher: Dispatcher | None = None) -> Recommender:
        policy = read_policy()
        off = self.switch.mode == "off"
        return Recommender(
            finder=Finder(
                retrieve=self.retrieve,
                judge=self.judge,
                freshness_of=lambda doc_ids: {
                    doc_id: self.freshness.get(doc_id, Freshness.FRESH) for doc_id in doc_ids
                },
                is_stale=lambda: self.stale,
                clock=self.clock,
            ),
            upgrade=None
            if off
            else Upgrade(picking=self.picking(dispatcher), policy=policy, clock=self.clock),
            switch=self.switch,
            screen=Screen(policy),
            record=self.records.append,
            metrics=self.metrics,
            clock=self.clock,
            deadline_ms=1000,
        )
