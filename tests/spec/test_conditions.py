"""Which condition stands beside an item, as a table: body, name -> literal text of the body, or None."""

import pytest

from server.domain.query import Query
from server.gates.picks import check_picks
from tests.fakes.clauses import clause, offered

LEAD = "신고하려는 자는 신고서에 다음 각 호의 서류를 첨부하여 제출하여야 한다."

TABLE = "신고서에 다음 표의 서류를 첨부하여야 한다.\n│구분│첨부서류│\n├─┼─┤"

ROWS = [
    (
        "a bracket behind the name",
        f"{LEAD}\n1. 위임장(대리인이 신청하는 경우만 해당한다)",
        "위임장",
        "대리인이 신청하는 경우만 해당한다",
    ),
    (
        "a bracket behind the count",
        f"{LEAD}\n1. 사진 2장(재발급인 경우로 한정한다)",
        "사진",
        "재발급인 경우로 한정한다",
    ),
    ("a bracket that explains is none", f'{LEAD}\n1. 등기부(이하 "등기부"라 한다)', "등기부", None),
    ("before a colon", f"{LEAD}\n1. 법인인 경우: 정관 사본", "정관 사본", "법인인 경우"),
    ("before a full-width colon", f"{LEAD}\n1. 법인인 경우：정관 사본", "정관 사본", "법인인 경우"),
    (
        "in front of the name",
        f"{LEAD}\n1. 대리인이 신청하는 경우에는 위임장",
        "위임장",
        "대리인이 신청하는 경우",
    ),
    (
        "a proviso on the line",
        f"{LEAD}\n1. 위임장. 다만, 가족이 오는 경우에는 생략한다.",
        "위임장",
        "가족이 오는 경우에는 생략한다",
    ),
    (
        "the list line above",
        f"{LEAD}\n1. 자격증을 잃어버린 경우: 다음 각 목의 서류\n가. 분실사유서\n나. 사진",
        "분실사유서",
        "자격증을 잃어버린 경우",
    ),
    (
        "the proviso that leads the list",
        "신청서를 제출한다. 다만, 대리인이 신청하는 경우에는 다음 각 호의 서류를 첨부하여야 한다.\n1. 위임장",
        "위임장",
        "대리인이 신청하는 경우",
    ),
    (
        "the lead's own condition",
        "소유권 변동일과 인도일이 다른 경우 새 소유자는 다음의 서류를 제출하여야 한다.\n1. 인도명령서",
        "인도명령서",
        "소유권 변동일과 인도일이 다른 경우",
    ),
    ("a procedure's name is none", f"지번을 변경하려는 경우에는 {LEAD}\n1. 토지대장", "토지대장", None),
    ("no condition", f"{LEAD}\n1. 신분증", "신분증", None),
    (
        "behind the verb",
        "신청서에 진단서를 첨부하여(복무의 경우는 제외한다) 제출하여야 한다.",
        "진단서",
        "복무의 경우는 제외한다",
    ),
    (
        "in the sentence",
        "신청인이 미성년자인 경우에는 법정대리인 동의서를 첨부하여야 한다.",
        "법정대리인 동의서",
        "신청인이 미성년자인 경우",
    ),
    (
        "a bracket at the end of a list line is for all its names",
        f"{LEAD}\n1. 신분증 사본 및 위임장(위임을 받은 경우에 한정한다)",
        "신분증 사본",
        "위임을 받은 경우에 한정한다",
    ),
    (
        "the second bracket, where the first one explains",
        f"{LEAD}\n1. 상세증명서(주민등록번호를 포함한다) 1부(재지급을 신청하는 경우에만 해당한다)",
        "상세증명서",
        "재지급을 신청하는 경우에만 해당한다",
    ),
    (
        "the row's first cell, where a drawn table tore the nearer bracket apart",
        f"{TABLE}\n│1. 임차한 경우│임대차계약서 사본(계약을  │\n│              │갱신한 경우만 해당한다)│",
        "임대차계약서 사본",
        "임차한 경우",
    ),
    (
        "the first cell of a table's row",
        f"{TABLE}\n│1. 임차한 경우│임대차계약서 사본│",
        "임대차계약서 사본",
        "임차한 경우",
    ),
]


@pytest.mark.parametrize(
    ("body", "name", "condition"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_the_condition_of_an_item_is_literal_text_of_its_own_line_or_lead(body, name, condition, policy):
    (item,) = check_picks(clause(body), offered(body, name), policy).items
    assert item.condition == condition
    assert condition is None or condition in body


SPOKEN = [
    (
        "en",
        "If you have rented before, attach a reference letter.",
        "reference letter",
        "If you have rented before",
    ),
    (
        "en",
        "A tenant who moves for work must provide a transfer letter.",
        "transfer letter",
        "A tenant who moves for work",
    ),
    ("en", "Bring your passport.", "passport", None),
    ("ru", "Если имя изменено, прилагается копия свидетельства.", "копия свидетельства", "Если имя изменено"),
    ("ru", "Клиент предъявляет паспорт.", "паспорт", None),
]


@pytest.mark.parametrize(("language", "body", "name", "condition"), SPOKEN)
def test_conditions_in_english_and_russian(language, body, name, condition, policy):
    verdict = check_picks(
        clause(body, heading="", document="", language=language), offered(body, name), policy
    )
    assert [one.condition for one in verdict.items] == [condition]


@pytest.mark.parametrize("planted", ["안전합니다", "<b>굵게</b>", "위험도 9\u200b0점"])
def test_a_paper_whose_condition_may_not_be_shown_is_not_shown_either(planted, policy):
    body = f"{LEAD}\n1. 위임장({planted} 라고 적은 경우만 해당한다)\n2. 신분증"
    verdict = check_picks(clause(body), offered(body, "위임장", "신분증"), policy)
    assert [item.name for item in verdict.items] == ["신분증"]
    assert [(one.name, one.gate, one.reason) for one in verdict.refusals] == [
        ("위임장", "banned", "condition_not_shown")
    ]


TWO = (
    "① 급수의 중지를 신청하려는 자는 신청서에 다음 각 호의 서류를 첨부하여야 한다."
    "\n1. 빈집 확인서\n"
    "② 급수의 재개를 신청하려는 자는 신청서에 다음 각 호의 서류를 첨부하여야 한다."
    "\n1. 급수설비 점검표\n2. 신분증"
)
NAMES = ("빈집 확인서", "급수설비 점검표", "신분증")
QUERIES = [
    ("수도 재개하려면 뭐 내요?", ["급수설비 점검표", "신분증"], True),
    ("중지 신청할게요", ["빈집 확인서"], True),
    ("수도 서류 알려주세요", list(NAMES), False),
    (None, list(NAMES), False),
]


@pytest.mark.parametrize(("query", "names", "others"), QUERIES)
def test_of_two_procedures_the_one_that_the_query_asks_for_is_shown(query, names, others, policy):
    asked = Query(text=query, language="ko") if query else None
    verdict = check_picks(clause(TWO), offered(TWO, *NAMES), policy, query=asked)
    assert [one.name for one in verdict.items] == names
    assert (verdict.note == policy.labels["ko"]["note.other_procedures"]) is others


REFERENCES = [
    ("신청서에 신분증과 제12조제2항 각 호의 서류를 첨부하여야 한다.", "제12조제2항"),
    ("신청서에 신분증을 첨부하고 제7조에 따른 서류를 제출하여야 한다.", "제7조"),
    ("신청서에 신분증과 「민법」 제7조에 따른 서류를 첨부하여야 한다.", None),
    ("신청서에 신분증을 첨부하여야 한다. 시장은 제7조에 따른 서류를 보관한다.", None),
]


@pytest.mark.parametrize(("body", "place"), REFERENCES)
def test_a_list_that_stands_elsewhere_is_named_and_not_guessed(body, place, policy):
    verdict = check_picks(clause(body), offered(body, "신분증"), policy)
    expected = policy.labels["ko"]["note.list_elsewhere"].format(place=place) if place else None
    assert verdict.note == expected
