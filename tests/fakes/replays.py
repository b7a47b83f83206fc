"""Recorded requests of cards and answers on fakes, and the replayer over them."""

import asyncio
from dataclasses import dataclass, replace

from server.apps.answers.verifier import Verifier
from server.apps.cards.screen import Screen
from server.apps.records.recorder import Recorder
from server.apps.records.replay import Replayer
from server.domain.clause import Clause
from server.domain.policy import BannedRule, Policy
from server.domain.query import Query
from tests.fakes.answer_writer import FakeAnswerWriter
from tests.fakes.answers import AnswersApp
from tests.fakes.cards import CardsApp, CountingMetrics, make_clause, make_hit, read_policy
from tests.fakes.item_picker import FakeItemPicker
from tests.fakes.ledger import FakeLedger
from tests.fakes.one_kiwi import one_kiwi

NAMES = ("신분증", "임대차계약서 사본", "주민등록등본", "여권", "서류")


@dataclass(frozen=True)
class OneEdition:
    """Implements what replay needs of ClauseIndex and Edition."""

    by_id: dict[str, Clause]

    def current(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def clause(self, clause_id):
        return self.by_id.get(clause_id)


def clause_at(place: int) -> Clause:
    body = (
        f"① {place}번 명의를 변경하려는 사람은 다음 각 호의 서류를 제출하여야 한다.\n"
        "1. 신분증\n2. 임대차계약서 사본\n"
        f"② 수수료는 {400 + place}원으로 하고, {place + 1}일 이내에 처리한다."
    )
    return make_clause(f"제{place}조", body=body, start_line=10 * place + 1)


def record_cards(ledger, place: int, *, query: str = "명의변경에 필요한 서류가 뭐예요") -> str:
    picks = tuple(NAMES[(place + step) % len(NAMES)] for step in range(1 + place % 3))
    app = CardsApp(
        picker=FakeItemPicker(picks),
        hits=(make_hit(clause_at(place)), make_hit(clause_at(place + 1), score=0.5)),
        records=Taking(ledger),
    )
    request_id = f"cards-{place}"
    asyncio.run(app.recommender().cards(Query(text=query, language="ko"), request_id=request_id))
    return request_id


def record_answer(ledger, place: int) -> str:
    drafts = (
        f"수수료는 {400 + place}원입니다 [#1].",
        f"수수료는 {401 + place}원입니다 [#1].",
        f"수수료는 {400 + place}원입니다 [#1]. 여권을 내야 합니다 [#1].",
        "근거가 부족합니다",
    )
    app = AnswersApp(
        writer=FakeAnswerWriter(drafts[place % 4]), hits=(make_hit(clause_at(place)),), records=Taking(ledger)
    )
    request_id = f"answer-{place}"
    asyncio.run(app.asker().ask(Query(text="수수료가 얼마예요?", language="ko"), request_id=request_id))
    return request_id


class Taking:
    """Stands where a test's list of records stands; writes through the recorder."""

    def __init__(self, ledger: FakeLedger) -> None:
        self.append = Recorder(ledger, policy="required", metrics=CountingMetrics()).record


def replayer(ledger: FakeLedger, *, policy: Policy | None = None, clauses: dict | None = None) -> Replayer:
    policy = policy or read_policy()
    known = {clause_at(place).clause_id: clause_at(place) for place in range(220)}
    return Replayer(
        ledger=ledger,
        index=OneEdition({**known, **(clauses or {})}),
        screen=Screen(policy),
        verifier=Verifier(morphology=one_kiwi(), policy=policy),
    )


def stricter(word: str) -> Policy:
    """The policy with one more rule, under another version."""
    rule = BannedRule(rule_id="ko.test.new", language="ko", pattern=word, must_refuse=(word,), must_pass=())
    policy = read_policy()
    return replace(policy, version="changed", banned=(*policy.banned, rule))
