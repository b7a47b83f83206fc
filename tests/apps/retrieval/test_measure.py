"""What of a question a clause covers, and how much that tells."""

import pytest

from server.apps.retrieval.analysis import Concept, QueryAnalysis
from server.apps.retrieval.features import FEATURES, Found, Measure
from tests.fakes.plain_texts import make_document

RARITIES = {"복지카드": 1.0, "장애인등록증": 0.8, "등록증": 0.4, "재발급": 0.3, "발급": 0.2, "여권": 0.6}


class GivenRarity:
    """Rarities of a table; a word outside it stands in no clause."""

    def of_word(self, token):
        return RARITIES.get(token, 1.0)

    def unknown(self, token):
        return token not in RARITIES


def noun(token, *official):
    return Concept(token=token, forms=(token,), alternatives=official, official_words=official, share=1.0)


def measured(concepts, heading, body=""):
    clause = make_document("a/b", {"제1조": body}, headings={"제1조": heading}).clauses[0]
    found = Found(row=1, clause=clause, words=1.0, grams=1.0, dense=0.0, fused=0.1)
    analysis = QueryAnalysis(
        cleaned="",
        words={},
        grams={},
        codes=(),
        concepts=tuple(concepts),
        subjects=(),
        expansions=(),
        intents=frozenset(),
    )
    values = Measure(analysis, GivenRarity(), [found]).features(found)
    return dict(zip(FEATURES, values, strict=True))


@pytest.mark.parametrize(
    ("heading", "share"),
    [
        ("복지카드의 재발급", 1.0),
        ("장애인등록증의 재발급", 0.9),
        ("외국인등록증의 재발급", 0.9 * 0.4 / 0.8),
        ("여권의 재발급", 0.0),
    ],
)
def test_an_official_word_counts_for_as_much_as_it_tells(heading, share):
    card = noun("복지카드", "장애인등록증", "등록증")
    assert measured([card], heading)["cover"] == pytest.approx(share)


def test_words_of_office_procedure_are_no_matter():
    features = measured([noun("학생증"), noun("재발급")], "여권의 재발급")
    assert features["heading_cover"] > 0
    assert (features["matter_cover"], features["matter_heading"], features["matter_missing"]) == (0, 0, 1)


def test_a_question_of_procedure_alone_lacks_no_matter():
    features = measured([noun("재발급")], "여권의 재발급")
    assert (features["matter_cover"], features["matter_heading"], features["matter_missing"]) == (1, 1, 0)


def test_a_matter_in_the_body_is_covered_but_not_by_the_heading():
    features = measured([noun("여권")], "수수료", body="여권을 발급받으려는 사람은 수수료를 낸다.")
    assert (features["matter_cover"], features["matter_heading"]) == (1, 0)
