"""The everyday table: reading, matching, collections."""

import pytest

from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.synonyms import (
    Synonym,
    folder_synonyms,
    in_order,
    packaged_synonyms,
    read_synonyms,
)
from server.domain.errors import InvalidInput
from tests.fakes.one_kiwi import one_word_by_word


def test_a_line_holds_everyday_words_a_tab_and_official_words():
    assert read_synonyms("# note\n물값,수도세\t수도요금, 요금\nno tab\n\t빈쪽\n") == (
        Synonym(everyday="물값", official=("수도요금", "요금")),
        Synonym(everyday="수도세", official=("수도요금", "요금")),
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp949"])
def test_a_table_may_be_in_any_encoding_that_documents_may_have(tmp_path, encoding):
    table = "물값, 수도세\t수도요금\n꼬마계량기, 작은 계량기\t소형계량기\n"
    (tmp_path / "_synonyms.tsv").write_bytes(table.encode(encoding))
    assert folder_synonyms(tmp_path) == read_synonyms(table)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00\x01\x02garbage\x80", b"\xed\xa0\x80a\t\xff\n"])
def test_a_table_that_is_no_text_is_refused_by_its_name(tmp_path, content):
    (tmp_path / "water").mkdir()
    (tmp_path / "water" / "_synonyms.tsv").write_bytes(content)
    with pytest.raises(InvalidInput, match=r"water/_synonyms\.tsv") as refused:
        folder_synonyms(tmp_path)
    assert "UTF-8" in refused.value.remedy


@pytest.mark.parametrize(
    ("phrase", "words", "found"),
    [
        (("번호", "떼"), ("번호", "판", "떼"), True),
        (("번호", "떼"), ("떼", "번호"), False),
        (("번호", "떼"), ("번호", "가", "나", "다", "떼"), False),
        ((), ("번호",), False),
        (("가", "나"), ("가", "다", "다", "다", "가", "나"), True),
    ],
)
def test_a_phrase_stands_in_order_and_close_together(phrase, words, found):
    assert in_order(phrase, words) is found


def test_the_packaged_table_is_large_and_well_formed():
    table = packaged_synonyms()
    assert len(table) > 1000
    assert all(one.everyday and one.official and one.collection is None for one in table)
    assert not any("\t" in word for one in table for word in (one.everyday, *one.official))


@pytest.fixture(scope="module")
def analyser():
    ours = (
        *packaged_synonyms(),
        Synonym(everyday="꼬마계량기", official=("소형계량기",), collection="water"),
    )
    return ScriptAnalyser(one_word_by_word(), ours)


@pytest.mark.parametrize(
    ("spoken", "official"),
    [
        ("물값 좀 깎아 주세요", "수도요금"),
        ("주민번호가 털렸어요", "주민등록번호"),
        ("민증을 잃어버렸어요", "주민등록증"),
        ("부가세 신고", "부가가치세"),
        ("차를 폐차했어요", "말소등록"),
        ("할아버지 산소를 옮기려고요", "분묘"),
        ("물이 새서 요금이 많이 나왔어요", "누수"),
        ("가게를 접으려고요", "폐업"),
        ("돈을 나눠서 내고 싶어요", "분할납부"),
    ],
)
def test_everyday_words_call_official_ones(analyser, spoken, official):
    meanings = analyser.analyse_query(spoken).expansions
    assert official in {word for one in meanings for word in one.official}


def test_a_collections_synonyms_hold_in_that_collection_only(analyser):
    called = {
        collection: bool(analyser.analyse_query("꼬마계량기 검사", collection=collection).expansions)
        for collection in (None, "water", "tax")
    }
    words = analyser.analyse_query("꼬마계량기 검사", collection="tax").words
    assert called[None]
    assert called["water"]
    assert "소형계량기" not in words


def test_files_of_the_folder_and_of_its_collections_are_read(tmp_path):
    (tmp_path / "_synonyms.tsv").write_text("물세\t수도요금\n", "utf-8")
    (tmp_path / "tax").mkdir()
    (tmp_path / "tax" / "_synonyms.tsv").write_text("\ufeff소비세\t부가가치세\n", "utf-8")
    assert folder_synonyms(tmp_path) == (
        Synonym(everyday="물세", official=("수도요금",)),
        Synonym(everyday="소비세", official=("부가가치세",), collection="tax"),
    )
    assert folder_synonyms(tmp_path / "none") == ()
