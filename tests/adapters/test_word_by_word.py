"""The analyser's morphology: each word by itself, whatever stands around it."""

import pytest

from server.adapters.kiwi import word_by_word
from server.adapters.kiwi.word_by_word import WordByWord
from tests.fakes.one_kiwi import one_kiwi, one_word_by_word

TEXTS = [
    "자동차를 폐차했어요",
    "수도 요금이  얼마예요\n제12조의2",
    "",
    " ",
    "a\x00b 가",
    "가 가 나 가",
    "Ａ①「조례」",
]


class Counting:
    """Counts the words that reach the morphology inside."""

    version = "counting"

    def __init__(self):
        self.asked = []

    def morphemes(self, text):
        self.asked.append(text)
        return one_kiwi().morphemes(text)

    def morphemes_many(self, texts):
        return map(self.morphemes, texts)


@pytest.mark.parametrize("text", TEXTS)
def test_every_morpheme_stands_where_its_word_does(text):
    found = one_word_by_word().morphemes(text)
    alone = [one_kiwi().morphemes(word) for word in text.split()]
    assert [(one.form, one.tag) for one in found] == [(one.form, one.tag) for word in alone for one in word]
    assert all(text[one.start : one.end] == one.form for one in found if one.tag == "NNG")
    assert [one.start for one in found] == sorted(one.start for one in found)


def test_many_texts_come_back_in_their_order():
    fresh = WordByWord(one_kiwi())
    assert list(fresh.morphemes_many(iter(TEXTS))) == [one_word_by_word().morphemes(text) for text in TEXTS]


def test_a_word_is_analysed_once():
    inside = Counting()
    morphology = WordByWord(inside)
    list(morphology.morphemes_many(["수도 요금 수도", "요금 감면"]))
    morphology.morphemes("감면 요금")
    assert sorted(inside.asked) == ["감면", "수도", "요금"]


def test_its_memory_is_bounded_and_forgetting_changes_nothing(monkeypatch):
    monkeypatch.setattr(word_by_word, "MOST_WORDS", 2)
    inside = Counting()
    morphology = WordByWord(inside)
    texts = ["수도 요금 감면", "신청 서류", "수도 요금"]
    assert [morphology.morphemes(text) for text in texts] == [
        one_word_by_word().morphemes(text) for text in texts
    ]
    assert len(inside.asked) > len({word for text in texts for word in text.split()})


def test_its_version_names_the_one_inside():
    assert one_word_by_word().version == f"{one_kiwi().version}/word-by-word"
