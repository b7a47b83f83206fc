"""Clauses to tokens and passages, by script."""

import pytest

from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.passages import MOST_PASSAGES, PIECE_CHARACTERS, pack, passages
from server.apps.retrieval.tokens import codes
from server.ports.analyser import FIELDS
from tests.fakes.clauses import clause
from tests.fakes.one_kiwi import one_word_by_word


@pytest.fixture(scope="module")
def analyser():
    return ScriptAnalyser(one_word_by_word())


def fields(analyser, *clauses):
    return [analysis.parts[0] for analysis in analyser.analyse_many(clauses)]


def test_hangul_gives_morphemes_compounds_and_bigrams(analyser):
    (tokens,) = fields(analyser, clause("자동차를 말소등록한다.", heading="말소등록 신청"))
    assert {"말소", "등록", "말소등록"} <= set(tokens["body_words"])
    assert {"말소", "소등", "등록"} <= set(tokens["heading_grams"])
    assert set(tokens) <= set(FIELDS)


def test_latin_and_cyrillic_words_meet_by_their_stems(analyser):
    english, russian = fields(
        analyser,
        clause("The deposits are returned.", heading="Returning deposits", language="en"),
        clause("Выдача справки, справок, справку.", heading="Справка", language="ru"),
    )
    assert english["body_words"].count("deposit") == 1
    assert "return" in english["heading_words"]
    assert len(set(russian["body_words"])) == len({"выдач", "справк", "справок"})


def test_codes_stay_whole_and_have_one_spelling():
    text = "제 47조의2, 별지 제3호의2서식, 별표 9의4, KS-301, fee_2024, MAX_SIZE, Article 5, § 3.15"
    assert list(codes(text)) == [
        "47조의2",
        "별지3의2",
        "별표9의4",
        "ks-301",
        "fee_2024",
        "max_size",
        "article5",
        "3.15",
    ]


def test_mixed_text_serves_every_script(analyser):
    (tokens,) = fields(analyser, clause("PDF 파일은 документ 이다 ISO 9001"))
    assert {"pdf", "파일", "документ"} <= set(tokens["body_words"])
    assert "9001" in tokens["codes"]


def test_composed_and_decomposed_letters_are_one(analyser):
    from unicodedata import normalize  # noqa: PLC0415  # used by this sentence alone

    composed, decomposed = fields(analyser, clause("수도요금"), clause(normalize("NFD", "수도요금")))
    assert composed["body_words"] == decomposed["body_words"]


def test_a_long_clause_is_searched_in_parts_and_an_empty_one_in_one(analyser):
    long, empty = analyser.analyse_many([clause("요금을 낸다. " * 400), clause("")])
    assert len(long.parts) > 1
    assert len(empty.parts) == 1
    assert "명의" in empty.parts[0]["heading_words"]


def test_passages_name_document_and_heading_and_are_few_and_short():
    texts = passages(clause("수도요금을 낸다. " * 300))
    assert len(texts) == MOST_PASSAGES
    assert all(text.startswith("가온시 수도 급수 조례 명의변경 ") for text in texts)
    assert max(map(len, texts)) < PIECE_CHARACTERS * 1.5 + 40
    assert passages(clause("")) == ("가온시 수도 급수 조례 명의변경",)


def test_packing_loses_no_word_and_always_ends():
    text = "가나다 라마바.\n" * 50 + "하" * 5000
    assert "".join(pack(text, size=100)).replace(" ", "") == text.replace("\n", "").replace(" ", "")


def test_many_clauses_keep_their_order(analyser):
    bodies = [f"번호 {place} 요금" for place in range(1100)]
    analyses = analyser.analyse_many(clause(body) for body in bodies)
    assert [analysis.passages[0].rsplit(" ", 2)[1] for analysis in analyses] == [
        str(place) for place in range(1100)
    ]
