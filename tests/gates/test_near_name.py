"""A name in the question of which only a neighbour is indexed; other unknown words pass."""

from functools import cache

import pytest

from server.apps.answers.verifier import Verifier
from tests.fakes.cards import make_clause, read_policy
from tests.fakes.one_kiwi import one_kiwi

GREENFIELD = "The Greenfield Water company charges 5 euros."


@cache
def verifier() -> Verifier:
    return Verifier(morphology=one_kiwi(), policy=read_policy())


@pytest.mark.parametrize(
    ("language", "question", "body", "names"),
    [
        ("ko", "승민소프트 환불 규정 알려줘", "단군소프트는 환불을 7일 이내에 한다.", ("승민소프트",)),
        ("ko", "주민등록초본 떼려면 얼마예요", "주민등록등본 수수료는 400원이다.", ("주민등록초본",)),
        ("ko", "단군소프트 환불 규정 알려줘", "단군소프트는 환불을 7일 이내에 한다.", ()),
        ("ko", "주민번호 바꾸려면?", "주민등록번호의 변경을 신청할 수 있다.", ()),
        ("ko", "서울에서 이사 왔는데 전입신고는요?", "전입신고는 14일 이내에 하여야 한다.", ()),
        ("ko", "건강보험 자격득실확인서 발급", "건강보험자격득실확인서를 발급한다.", ()),
        ("en", "What does Greenville Water charge?", GREENFIELD, ("Greenville",)),
        ("en", "What does Greenfield Water charge?", GREENFIELD, ()),
        ("en", "I moved from Paris, how do I register?", "Register at the Riverton Office in 14 days.", ()),
        ("ru", "Почём она в Приреченском районе?", "В районе Зареченском — 200 рублей.", ("Приреченском",)),
    ],
)  # fmt: skip
def test_near_names(language, question, body, names):
    clause = make_clause("1", body=body, heading="")
    assert verifier().near_names(question, [clause], language) == names
