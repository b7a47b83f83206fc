"""From what the caller sent to a checked query, cleaned and understood."""

import pytest

from server.apps.retrieval.cleaning import clean
from server.apps.retrieval.intents import Intent, intents_of
from server.apps.retrieval.query import language_of, parse_query
from server.domain.errors import InvalidInput
from server.domain.query import MAX_QUERY_CHARACTERS


@pytest.mark.parametrize(
    ("text", "checked"),
    [
        ("  물값   깎아  주나요 ", "물값 깎아 주나요"),
        ("주민번호".encode().decode(), "주민번호"),
        ("가", "가"),
        ("물\x00값", "물값"),
        ("물\u200b값\u202e", "물값"),
        ("한\n줄", "한 줄"),
        ("", ""),
    ],
)
def test_a_query_is_normalised(text, checked):
    assert parse_query(text).text == checked


@pytest.mark.parametrize("arguments", [{"text": "가" * (MAX_QUERY_CHARACTERS + 1)}, {"text": "가", "k": 0}])
def test_a_query_that_cannot_be_used_says_what_to_do(arguments):
    with pytest.raises(InvalidInput) as refused:
        parse_query(**arguments)
    assert refused.value.remedy


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("물값", "ko"),
        ("deposit 물", "en"),
        ("возврат денег", "ru"),
        ("!!!", "ko"),
        ("", "ko"),
        ("PDF 발급 방법", "ko"),
    ],
)
def test_the_language_is_that_of_the_script(text, language):
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("spoken", "cleaned"),
    [
        ("어 그 저기 물값 좀 깎아 주나요", "물값 깎아 주나요"),
        ("음, 저기요, 물탱크 청소요", "물탱크 청소요"),
        ("물값 물값 깎아 주세요", "물값 깎아 주세요"),
        ("안녕하세요 전입신고 하려고요", "전입신고 하려고요"),
        ("um, hello, how much is the deposit", "how much is the deposit"),
        ("안녕하세요", "안녕하세요"),
    ],
)
def test_fillers_and_politeness_are_no_part_of_the_question(spoken, cleaned):
    assert clean(spoken) == cleaned


@pytest.mark.parametrize(
    ("query", "intents"),
    [
        ("뭐 가져가야 돼요", {Intent.PAPERS}),
        ("수수료가 얼마예요", {Intent.AMOUNT}),
        ("얼마나 자주 청소해요", {Intent.PERIOD}),
        ("등록증을 잃어버렸어요", {Intent.LOST}),
        ("누가 받을 수 있어요", {Intent.PERSON}),
        ("물이 안 나와요", set()),
    ],
)
def test_what_a_question_asks_for(query, intents):
    assert intents_of(query) == intents
