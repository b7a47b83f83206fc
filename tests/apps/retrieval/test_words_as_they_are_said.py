"""A word is found in whatever form it is said: with particles, in other cases, spaced otherwise, short."""

import pytest

from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.query import parse_query
from server.apps.retrieval.retriever import Retriever
from server.apps.retrieval.synonyms import packaged_synonyms
from tests.fakes.clause_index import FakeClauseIndex, FakeEdition
from tests.fakes.one_kiwi import one_word_by_word
from tests.fakes.plain_texts import make_document

SENTENCES = {
    "서울": "서울은 봄에 안개가 잦다.",
    "부산": "부산에서 배를 탄다.",
    "도서관": "도서관으로 책을 돌려보낸다.",
    "수영장": "수영장까지 버스가 다닌다.",
    "주차장": "주차장이 가득 차면 돌아간다.",
    "학교": "학교와 집 사이에 다리가 있다.",
    "병원": "병원의 문은 아홉 시에 열린다.",
    "시장": "시장에는 생선이 많다.",
    "공원": "공원을 지나면 강이 보인다.",
    "극장": "극장처럼 어두운 방이다.",
}
PAPERS = {
    "제1조": "건강보험 자격득실확인서를 낸다.",
    "제2조": "주민등록번호를 적는다.",
    "제3조": "Для оформления нужна справка о составе семьи.",
    "제4조": "The tenant returns the deposits and the keys.",
}
SAID = [
    ("건강보험자격득실확인서", "제1조"),
    ("건강보험 자격 득실 확인서", "제1조"),
    ("자격득실확인서", "제1조"),
    ("주민번호", "제2조"),
    ("주민등록번호", "제2조"),
    ("주민 등록 번호", "제2조"),
    ("справки", "제3조"),
    ("справку", "제3조"),
    ("справкой", "제3조"),
    ("СПРАВКА", "제3조"),
    ("deposit", "제4조"),
    ("returning the key", "제4조"),
]


@pytest.fixture(scope="module")
def first():
    """The number of the first hit of a query."""
    analyser = ScriptAnalyser(one_word_by_word(), packaged_synonyms())
    read = [make_document("a/nouns", SENTENCES), make_document("b/papers", PAPERS)]
    retriever = Retriever(index=FakeClauseIndex(FakeEdition.of(read, analyser)), analyser=analyser)

    def number(query):
        hits = retriever.retrieve(parse_query(query)).hits
        return hits[0].clause.number if hits else None

    return number


def test_ten_bare_nouns_find_their_ten_sentences_with_particles(first):
    assert [first(noun) for noun in SENTENCES] == list(SENTENCES)


@pytest.mark.parametrize("particle", ["은 어때요", "에서 뭐 해요", "까지 가나요", "을 찾아요"])
def test_a_noun_with_another_particle_finds_the_same_sentence(first, particle):
    assert [first(noun + particle) for noun in SENTENCES] == list(SENTENCES)


@pytest.mark.parametrize(("said", "number"), SAID)
def test_a_word_said_otherwise_finds_its_clause(first, said, number):
    assert first(said) == number
