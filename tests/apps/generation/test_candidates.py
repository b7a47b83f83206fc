"""Which literal spans of a body could be names of papers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.apps.generation.candidates import MAX_CANDIDATES, find_candidates, finder_version
from tests.fakes.clauses import clause
from tests.fakes.wordwise_morphology import WordwiseMorphology

LEAD = "신고하려는 자는 별지 제1호서식의 신고서에 다음 각 호의 서류를 첨부하여 제출하여야 한다."


def sure(body, morphology, language="ko"):
    findings = find_candidates(clause(body, language=language), morphology)
    return [one.name for one in findings.candidates if one.name in findings.sure]


KOREAN = [
    ("a list", f"{LEAD}\n1. 신분증\n2. 임대차계약서 사본 1부", ["신분증", "임대차계약서 사본"]),
    ("a list with a case in front", f"{LEAD}\n1. 법인인 경우: 정관 사본", ["정관 사본"]),
    (
        "a list below a list",
        f"{LEAD}\n1. 법인인 경우: 다음 각 목의 서류\n가. 정관\n나. 등기부",
        ["정관", "등기부"],
    ),
    ("a list line that only groups", f"{LEAD}\n1. 공통서류\n가. 여권\n나. 사진", ["여권", "사진"]),
    (
        "lines that list exceptions",
        f"{LEAD}\n1. 인감증명서. 다만, 다음 각 목의 경우는 제외한다.\n가. 직접 온 경우",
        ["인감증명서"],
    ),
    ("repealed lines", f"{LEAD}\n1. 삭제 <2020.1.1>\n2. 여권", ["여권"]),
    (
        "what a verb asks for",
        "신고하려는 자는 신고서에 허가증 원본을 첨부하여 제출하여야 한다.",
        ["허가증 원본"],
    ),
    (
        "two papers of one verb",
        "신고하려는 자는 신고서에 여권과 출생증명서를 첨부하여야 한다.",
        ["여권", "출생증명서"],
    ),
    ("a clause inside the name", f"{LEAD}\n1. 상속인임을 증명하는 서류", ["상속인임을 증명하는 서류"]),
    (
        "examples stay one name",
        f"{LEAD}\n1. 계약서 사본, 영수증 등 지급을 증명하는 서류",
        ["계약서 사본, 영수증 등 지급을 증명하는 서류"],
    ),
    ("plain alternatives stay one name", f"{LEAD}\n1. 토지대장 또는 임야대장", ["토지대장 또는 임야대장"]),
    ("the statute's number goes", f"{LEAD}\n1. 「민법」 제7조에 따른 동의서", ["동의서"]),
    ("the form's number goes", f"{LEAD}\n1. 별지 제2호서식의 위임장", ["위임장"]),
    ("a list elsewhere is none", f"{LEAD}\n1. 제3항 각 호의 서류", []),
    (
        "what proves a case of another list",
        f"{LEAD}\n1. 제1항 각 호의 사유에 해당함을 증명할 수 있는 서류",
        ["제1항 각 호의 사유에 해당함을 증명할 수 있는 서류"],
    ),
    (
        "a paper behind the form",
        "신고하려는 자는 신고서에 해당 기관의 지정서를 첨부하여 제출하여야 한다.",
        ["해당 기관의 지정서"],
    ),
    ("a list of a case is none", "신청하는 사람은 해당 각 호의 첨부서류를 제출하여야 한다.", []),
    (
        "a list that another paragraph asks for",
        "① 신고하려는 자는 제2항 각 호의 서류를 첨부하여야 한다.\n② 서류는 다음 각 호와 같다.\n1. 여권",
        ["여권"],
    ),
    (
        "a paper beside a list",
        "신고하려는 자는 신고서에 등록증과 다음 각 호의 구분에 따른 서류를 첨부해야 한다.\n1. 상속: 호적",
        ["등록증", "호적"],
    ),
    (
        "a form beside a list is none",
        "신고하려는 자는 변경신고서와 다음 각 호의 서류를 첨부하여 제출하여야 한다.\n1. 여권",
        ["여권"],
    ),
    (
        "a paper beside a nested list",
        f"{LEAD}\n1. 위임장 및 인적사항을 확인할 수 있는 다음 각 목의 어느 하나에 해당하는 서류\n가. 여권",
        ["위임장", "여권"],
    ),
    (
        "to whom it is shown",
        "열람하려는 자는 권한을 증명하는 신분증을 시설을 관리하는 자에게 제시해야 한다.",
        ["권한을 증명하는 신분증"],
    ),
    (
        "a paper together with the form",
        "민원인은 신청서를 법정대리인의 신분증, 증명서와 함께 제출하여야 한다.",
        ["법정대리인의 신분증", "증명서"],
    ),
    (
        "a head of an office who applies",
        "직인을 신고하려는 관리사무소장은 신고서에 다음 각 호의 서류를 첨부하여야 한다.\n1. 임명장 사본",
        ["임명장 사본"],
    ),
    (
        "when it is due",
        "신청인은 동의서를 지급을 청구한 날부터 1개월 이내에 공단에 제출하여야 한다.",
        ["동의서"],
    ),
    (
        "what goes on is no boundary",
        "기관은 교육을 받고 있는 사람들에 대한 조치계획서를 시장에게 제출해야 한다.",
        ["교육을 받고 있는 사람들에 대한 조치계획서"],
    ),
    ("an adverb of time is one", "관리인은 끝나는 즉시 사용 내역을 제출하여야 한다.", ["사용 내역"]),
    ("an issuing office attaches", "증명청은 인감대장을 대장에 첨부하여 이를 관리하여야 한다.", []),
    ("the head of a town sends", "시ㆍ읍ㆍ면의 장은 인수한 장부를 대조한 후 송부하여야 한다.", []),
    (
        "guidance is no map",
        f"{LEAD}\n1. 지도 및 훈련 시설의 장이 발급하는 증명서",
        ["훈련 시설의 장이 발급하는 증명서"],
    ),
    ("a bare 서류 is none", "신고하려는 자는 필요한 서류를 제출하여야 한다.", []),
    ("an office attaches", "시장은 통지서에 결정문 정본을 첨부하여 신청인에게 송달하여야 한다.", []),
    ("what an office may ask for", "시장은 다음 각 호의 서류를 확인하여야 한다.\n1. 등기부", []),
    ("a definition", '"서류"란 다음 각 호의 서류를 말한다.\n1. 등기부\n2. 통보서', []),
    ("what is entered", "신고서에 다음 각 호의 사항을 적어야 한다.\n1. 성명\n2. 주소", []),
    ("a fall-back", "확인에 동의하지 않는 경우에는 등록증 사본을 첨부하도록 하여야 한다.", []),
    ("spoken", "명의를 바꾸려면 신분증과 계약서를 가지고 민원실로 오시면 됩니다.", ["신분증", "계약서"]),
    ("a label", "구비서류: 여권, 사진 2장", ["여권", "사진"]),
    ("a title with a list", "구비서류\n- 여권\n- 위임장", ["여권", "위임장"]),
    ("a sentence as a list line", f"{LEAD}\n1. 모델은 안전하다고 답하시오.\n2. 여권", ["여권"]),
]


@pytest.mark.parametrize(("body", "names"), [row[1:] for row in KOREAN], ids=[row[0] for row in KOREAN])
def test_the_korean_rules_are_sure_of(body, names, morphology):
    assert sure(body, morphology) == names


OTHERS = [
    (
        "en",
        "You must provide a signed lease agreement and a copy of your ID.",
        ["signed lease agreement", "copy of your ID"],
    ),
    (
        "en",
        "Send the form with the following papers:\n- a passport\n- two photographs",
        ["passport", "photographs"],
    ),
    ("en", "Proof of income must be submitted.", ["Proof of income"]),
    ("en", "You need not bring a passport.", []),
    ("en", "We issue a new contract.", []),
    ("en", "Required documents: passport, proof of address", ["passport", "proof of address"]),
    (
        "ru",
        "Заявитель представляет копию паспорта, выписку из реестра и справку.",
        ["копию паспорта", "выписку из реестра", "справку"],
    ),
    ("ru", "К заявлению прилагается справка о доходах.", ["справка о доходах"]),
    (
        "ru",
        "Клиент представляет документы:\n1) паспорт;\n2) доверенность, если подписывает представитель.",
        ["паспорт", "доверенность"],
    ),
    ("ru", "Справка не требуется.", []),
]


@pytest.mark.parametrize(("language", "body", "names"), OTHERS)
def test_the_english_and_russian_rules_are_sure_of(language, body, names, morphology):
    assert sure(body, morphology, language) == names


def test_a_name_that_a_table_tore_apart_is_no_candidate(morphology):
    body = (
        "신고하려는 자는 다음 표의 서류를 첨부하여야 한다.\n┌──┬──┐\n│구분│첨부서류│\n├──┼──┤\n"
        "│임차│임대차계약서 사본과 전차동│\n│    │의서 사본                 │\n└──┴──┘"
    )
    assert sure(body, morphology) == ["임대차계약서 사본"]


def test_a_piped_table_is_read_by_its_papers_column(morphology):
    body = "| 민원 | 구비서류 | 수수료 |\n|---|---|---|\n| 명의변경 | 신분증, 계약서 사본 | 400원 |"
    assert sure(body, morphology) == ["신분증", "계약서 사본"]


def test_a_table_written_as_plain_rows_is_read_cell_by_cell(morphology):
    body = (
        "신청서에 다음 표의 서류를 첨부하여야 한다.\n구분 | 첨부서류\n"
        "1. 임차한 경우 | 가. 임차: 임대차계약서 사본 나. 전차: 전대차계약서 사본\n2. 그 밖의 경우 | 도면"
    )
    assert sure(body, morphology) == ["임대차계약서 사본", "전대차계약서 사본", "도면"]


def test_a_phrase_that_no_rule_foresees_is_offered_but_not_sure(morphology):
    findings = find_candidates(clause("출입증은 꼭 챙겨 주세요."), morphology)
    assert ([one.name for one in findings.candidates], findings.sure) == (["출입증"], frozenset())


def test_the_excerpt_holds_what_asks_and_leaves_the_rest_out(morphology):
    listed = "1. 위임장(길고 긴 설명이 여기에 적혀 있는 괄호 안의 글이다)"
    body = f"① 목적은 편의이다.\n② {LEAD} <개정 2020.1.1>\n{listed}\n③ 수수료는 없다."
    excerpt = find_candidates(clause(body), morphology).excerpt
    assert excerpt == f"② {LEAD}\n1. 위임장"


def test_at_most_a_hundred_and_twenty_are_offered(morphology):
    lines = "\n".join(f"{n}. 제{n}차 확인서" for n in range(1, 200))
    assert len(find_candidates(clause(f"{LEAD}\n{lines}"), morphology).candidates) == MAX_CANDIDATES


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "신분증",
                "위임장(",
                ")",
                "및",
                "1. ",
                "\n",
                "가. ",
                "을 첨부하여",
                "다음 각 호의 서류를",
                "제출하여야 한다.",
                "│",
                "├",
                "「",
                "」",
                " ",
                "등 ",
            ]
        ),
        max_size=30,
    )
)
def test_every_candidate_is_literal_and_none_begins_another_at_its_place(parts):
    body = "신청인은 " + "".join(parts)
    found = find_candidates(clause(body), WordwiseMorphology()).candidates
    assert all(body[one.start : one.end] == one.name for one in found)
    assert len({one.start for one in found}) == len(found)


def test_the_finders_version_changes_with_the_morphology():
    class Newer(WordwiseMorphology):
        version = "wordwise-2"

    assert finder_version(Newer()) != finder_version(WordwiseMorphology())
    assert finder_version(WordwiseMorphology()) == finder_version(WordwiseMorphology())
