"""Which words are looked for in which fields."""

from dataclasses import dataclass, field

import pytest

from server.apps.retrieval.analysis import QueryAnalysis
from server.apps.retrieval.legs import Rarity, words_leg
from server.domain.query import Scope

CLAUSES = 200_000
BODIES = {"신청": 80_000, "서류": 50_000, "제출": 40_000, "시설": 1_000, "수도": 300, "누수": 20}


@dataclass(frozen=True)
class Info:
    clauses: int = CLAUSES


@dataclass
class CountedEdition:
    """Knows in how many bodies a word stands, and keeps what it was asked for."""

    info: Info = field(default_factory=Info)
    asked: list = field(default_factory=list)

    def document_frequency(self, name, token):
        return BODIES.get(token, 0) if name == "body_words" else 0

    def match_any(self, terms, **_where):
        self.asked = list(terms)
        return []


def fields_looked_in(*words):
    analysis = QueryAnalysis(
        cleaned="",
        words=dict.fromkeys(words, 1.0),
        grams={},
        codes=(),
        concepts=(),
        subjects=(),
        expansions=(),
        intents=frozenset(),
    )
    edition = CountedEdition()
    words_leg(analysis, edition, Rarity(edition), Scope())
    return {
        token: {term.field for term in edition.asked if term.token == token}
        for token in dict.fromkeys(term.token for term in edition.asked)
    }


HEADS = {"title_words", "heading_words"}
EVERYWHERE = {*HEADS, "body_words"}


def test_a_word_of_many_bodies_is_looked_for_in_titles_and_headings_only():
    looked_in = fields_looked_in("신청", "서류", "시설", "수도", "누수")
    assert looked_in == {
        "누수": EVERYWHERE,
        "수도": EVERYWHERE,
        "시설": EVERYWHERE,
        "서류": HEADS,
        "신청": HEADS,
    }


@pytest.mark.parametrize("words", [("신청",), ("제출", "서류", "신청")])
def test_a_question_of_common_words_alone_looks_for_them_everywhere(words):
    assert fields_looked_in(*words) == dict.fromkeys(words, EVERYWHERE)


def test_a_word_that_stands_nowhere_is_not_looked_for():
    assert list(fields_looked_in("누수", "없는말")) == ["누수"]
