"""Exact terms: which tokens must match to the letter, and the check itself."""

import pytest

from server.apps.retrieval.exact_terms import ExactTerm, documents_named, find_exact_terms, holds
from server.apps.retrieval.text import flatten
from tests.fakes.clauses import clause

FOUND = {
    "주민등록법 시행령 제47조의2": ["주민등록법 시행령 제47조의2"],
    "인감증명법 시행령 17조의2": ["인감증명법 시행령 17조의2"],
    "가족관계의 등록 등에 관한 규칙 제25조의3": ["관한 규칙 제25조의3"],
    "제29조의2가 뭐예요": ["제29조의2"],
    "별지 제3호서식 주세요": ["별지 제3호서식"],
    "별표 9의4": ["별표 9의4"],
    "/ask 는 어떻게 써요": ["/ask"],
    "MAX_RETRY_COUNT 설정": ["MAX_RETRY_COUNT"],
    "fees.md 파일에 있나요": ["fees.md"],
    "`--json` 옵션과 --json": ["--json"],
    "“신분증 사본”이라고 적힌 곳": ["신분증 사본"],
    "승민소프트 계약서": ["승민소프트"],
    "Section 3.15.2 deposit": ["Section 3.15.2"],
    "Статья 12 о возврате": ["Статья 12"],
}

NOT_EXACT = [
    "이사했는데 뭐 내요",
    "예산 3조 원",
    "400원 내면 돼요?",
    "and/or what's this?",
    "아파트 401호",
    "I don't know what 'e",
    "카드 4장",
]


@pytest.mark.parametrize(("query", "terms"), FOUND.items())
def test_exact_terms_are_found(query, terms):
    assert [term.text for term in find_exact_terms(query)] == terms


@pytest.mark.parametrize("query", NOT_EXACT)
def test_ordinary_words_are_no_exact_terms(query):
    assert find_exact_terms(query) == ()


@pytest.mark.parametrize(
    ("query", "body", "held"),
    [
        ("별지 제3호서식", "별지 제3호서식에 따른다", True),
        ("별지 3호 서식", "별지 제3호서식에 따른다", True),
        ("별지 제3호서식", "별지 제3호의2서식에 따른다", False),
        ("별지 제3호서식", "별지 제13호서식에 따른다", False),
        ("제29조의2", "제29조의2제1항에 따라", True),
        ("제29조", "제29조의2제1항에 따라", False),
        ("/ask", "보내는 곳은 /ask 이다", True),
        ("/ask", "ask 를 부른다", False),
        ("MAX_RETRY", "max_retry 값", False),
        ("'신분증 사본'", "신분증 사본 1부", True),
        ("'신분증 사본'", "신분증의 사본 1부", False),
    ],
)
def test_a_term_is_held_to_the_letter(query, body, held):
    (term,) = find_exact_terms(query)
    assert holds(term, clause(body)) is held


def test_a_laws_article_is_the_clause_of_that_number_not_one_that_refers_to_it():
    (term,) = find_exact_terms("가온시 수도 급수 조례 제12조")
    assert holds(term, clause("본문"))
    (other,) = find_exact_terms("가온시 수도 급수 조례 제13조")
    assert not holds(other, clause("제13조에 따라"))


TITLES = {
    "water": "가온시 수도 급수 조례",
    "rule": "주민등록법 시행규칙",
    "decree": "주민등록법 시행령",
    "court": "가족관계의 등록 등에 관한 규칙",
}


@pytest.mark.parametrize(
    ("law", "named"),
    [
        (("주민등록법", "시행령"), {"decree"}),
        (("저는", "주민등록법", "시행규칙"), {"rule"}),
        (("주민등록법",), {"rule", "decree"}),
        (("가족관계의", "등록", "등에", "관한", "규칙"), {"court"}),
        (("수도", "급수", "조례"), {"water"}),
        (("도로교통법", "시행규칙"), set()),
        (("도로교통법",), set()),
    ],
)
def test_a_law_is_known_by_its_name_or_by_one_end_of_it(law, named):
    assert documents_named(law, {doc_id: flatten(title) for doc_id, title in TITLES.items()}) == named


def test_a_term_knows_the_words_that_may_name_its_document():
    (term,) = find_exact_terms("여권법 시행규칙 제2조의3 지문")
    assert term == ExactTerm(text="여권법 시행규칙 제2조의3", code="2조의3", law=("여권법", "시행규칙"))
