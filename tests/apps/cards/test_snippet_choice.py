"""Snippets: literal, short, never through a word, never a banned sentence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.apps.cards.snippet import (
    MAX_CHARACTERS,
    MAX_CONTEXT,
    SHORT_BODY_CHARACTERS,
    choose_snippet,
    coverage_terms,
    longest_allowed,
)


def anything(_text):
    return True


def choose(body, query, may_show=anything):
    return choose_snippet(body, coverage_terms(query), may_show=may_show)


@pytest.mark.parametrize(
    ("query", "body", "shown"),
    [
        (
            "이름 바꾸는 데 서류 뭐 필요해요",
            "요금은 매월 말일까지 낸다.\n이름을 바꾸려는 사람은 서류를 내야 한다.\n나머지는 조례에 따른다."
            + " " * 200,
            "이름을 바꾸려는 사람은 서류를 내야 한다.",
        ),
        (
            "late payment fee",
            "The rent is due monthly. A fee is charged for late payments. Pets need consent. " + "x " * 90,
            "A fee is charged for late payments.",
        ),
        (
            "справку о составе семьи",
            "Заявление подаётся лично. Прилагается справка о составе семьи. Ответ даётся за месяц. "
            + "- " * 90,
            "Прилагается справка о составе семьи.",
        ),
    ],
)
def test_the_sentence_that_meets_the_query_best_is_in_the_snippet(query, body, shown):
    assert shown in choose(body, query).text


TRANSFER = (
    "① 수도사용자의 명의를 바꾸려는 자는 명의변경 신청서에 다음 각 호의 서류를 첨부하여 제출하여야 한다.\n"
    "1. 신분증\n2. 임대차계약서\n"
    "② 소유권이 바뀐 사실은 담당자가 부동산등기부를 열람하여 확인한다.\n"
    "③ 명의변경 전의 요금은 변경 전의 수도사용자가 납부한다. 수수료는 12,000원으로 한다.\n"
    "④ 명의변경은 신청을 받은 날부터 5일 이내에 마친다."
)


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("세입자가 바뀌어서 수도 명의변경하려면 뭐 가져가야 해요?", "다음 각 호의 서류를 첨부하여"),
        ("세입자가 바뀌었는데 명의변경 수수료가 얼마예요", "12,000원"),
        ("수도 명의변경은 며칠 걸려요", "5일 이내"),
        ("수도사용자가 바뀌면 전의 요금은 누구한테 받아요", "변경 전의 수도사용자가 납부한다"),
    ],
)
def test_a_sentence_that_states_what_was_asked_comes_before_one_that_shares_more_words(query, shown):
    assert shown in choose(TRANSFER, query).text


def test_a_short_list_line_brings_the_sentence_before_or_after_it():
    body = "다음의 서류를 낸다.\n1. 신분증\n2. 계약서"
    assert choose(body, "신분증").text in {"다음의 서류를 낸다.\n1. 신분증", "1. 신분증\n2. 계약서"}


@pytest.mark.parametrize(
    ("length", "limit"), [(199, 160), (200, 160), (201, 80), (399, 159), (400, 160), (5000, 160)]
)
def test_the_limit_at_its_edges(length, limit):
    assert longest_allowed("가" * length) == limit


def test_a_banned_sentence_is_not_chosen_and_neither_is_a_part_of_it():
    body = "급수 신청 서류는 이렇다 " + "그리고 " * 50 + "안전합니다.\n요금은 매월 낸다."
    snippet = choose(body, "급수 신청 서류", may_show=lambda text: "안전합니다" not in text)
    assert snippet.text == "요금은 매월 낸다."


def test_nothing_may_be_shown_then_there_is_no_snippet():
    assert choose("안전합니다.\n위험합니다.", "안전", may_show=lambda _text: False) is None


@pytest.mark.parametrize("body", ["", "───", "가" * 300, "x" * 60_000])
def test_what_cannot_be_cut_at_a_word_end_is_not_shown(body):
    assert choose(body, "가") is None


def test_a_clause_of_sixty_thousand_characters_without_a_stop_still_has_its_place_found():
    body = "그 밖의 사항 " * 5000 + "명의변경 신청서를 낸다 " + "그 밖의 사항 " * 2000
    assert "명의변경 신청서를" in choose(body, "명의변경 신청서").text


WORDS = st.sampled_from(
    ["신분증", "계약서", "제출한다.", "Pay", "now.", "плата", "внесена.", "1.", "\n", "안전", "—", "가" * 90]
)


@settings(max_examples=150, deadline=None)
@given(words=st.lists(WORDS, max_size=80), query=st.text(max_size=20))
def test_a_snippet_is_always_literal_short_and_made_of_whole_words(words, query):
    body = " ".join(words)
    snippet = choose(body, query + " 신분증")
    if snippet is None:
        return
    assert body[snippet.start : snippet.end] == snippet.text == snippet.text.strip() != ""
    assert len(snippet.text) <= MAX_CHARACTERS
    if len(body) > SHORT_BODY_CHARACTERS:
        assert len(snippet.text) <= 0.4 * len(body)
    assert snippet.start == 0 or body[snippet.start - 1].isspace()
    assert snippet.end == len(body) or body[snippet.end].isspace()


def test_of_an_endless_sentence_only_the_surroundings_are_checked():
    checked = []
    body = "그 밖의 사항 " * 5000 + "명의변경 신청서를 낸다 " + "그 밖의 사항 " * 2000
    choose(body, "명의변경 신청서", may_show=lambda text: not checked.append(len(text)))
    assert max(checked) <= 2 * MAX_CONTEXT
