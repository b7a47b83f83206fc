"""A whole answers app on fakes: the real rules and Kiwi, clauses and writer as a test wants them."""

from dataclasses import dataclass, field

from server.apps.answers.ask import Asker
from server.apps.answers.verifier import Verifier
from server.apps.cards.screen import Screen
from tests.fakes.answer_writer import FakeAnswerWriter
from tests.fakes.cards import CardsApp, make_clause, make_hit, read_policy
from tests.fakes.one_kiwi import one_kiwi

NAME_BODY = (
    "급수사용자의 명의를 변경하려는 자는 신분증과 임대차계약서 사본을 제출하여야 한다. "
    "명의변경 신청은 변경 사유가 발생한 날부터 14일 이내에 하여야 한다."
)
FEE_BODY = "증명서 발급 수수료는 1통당 400원으로 한다. 납부한 수수료는 반환하지 아니한다."


def name_clause(**options):
    return make_clause(body=NAME_BODY, **options)


def fee_clause(**options):
    given = {"number": "제5조", "heading": "수수료", "doc_id": "fees", **options}
    return make_clause(given.pop("number"), body=FEE_BODY, **given)


@dataclass
class AnswersApp(CardsApp):
    """The parts of an answers app; a test changes what it is about and calls `asker()`."""

    writer: FakeAnswerWriter | None = field(default_factory=FakeAnswerWriter)
    hits: tuple = (make_hit(name_clause()), make_hit(fee_clause(), score=0.6))
    deadline_ms: int = 5000

    def asker(self) -> Asker:
        policy = read_policy()
        return Asker(
            finder=self.recommender().finder,
            writer=self.writer,
            dispatch=self.dispatcher().run,
            verifier=Verifier(morphology=one_kiwi(), policy=policy),
            screen=Screen(policy),
            record=self.records.append,
            metrics=self.metrics,
            clock=self.clock,
            deadline_ms=self.deadline_ms,
        )
