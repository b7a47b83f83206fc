"""Policies are data: each banned expression proves itself, in three languages, on the plainest skeleton."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

from server.adapters.files.policies import load_policy
from server.domain.reasons import FallbackReason
from server.gates.banned import find_banned

POLICIES = Path(__file__).resolve().parents[2] / "contracts" / "policies"
LANGUAGES = ("ko", "en", "ru")
FILLERS = "\u115f\u1160\u3164\uffa0"


POLICY = load_policy(POLICIES)


def load(name):
    return json.loads((POLICIES / name).read_text(encoding="utf-8"))


RULES = [(language, rule) for language in LANGUAGES for rule in load(f"banned.{language}.json")["rules"]]
LABELS = {language: load(f"labels.{language}.json")["labels"] for language in LANGUAGES}
NAMES = load("generic-names.json")["names"]


def plain_skeleton(text):
    """What every matcher at least does; the gate does more (look-alikes, torn syllables)."""
    folded = unicodedata.normalize("NFKC", text)
    kept = (
        one for one in folded if unicodedata.category(one) not in {"Cf", "Mn", "Me"} and one not in FILLERS
    )
    return "".join(kept).lower()


def refusing(text):
    return [rule["rule_id"] for _, rule in RULES if re.search(rule["pattern"], plain_skeleton(text))]


@pytest.mark.parametrize(("language", "rule"), RULES, ids=[rule["rule_id"] for _, rule in RULES])
def test_a_rule_refuses_its_examples_and_every_rule_passes_its_counterexamples(language, rule):
    assert rule["rule_id"].startswith(f"{language}.")
    assert set(rule) == {"rule_id", "pattern", "must_refuse", "must_pass"}
    assert [text for text in rule["must_refuse"] if rule["rule_id"] not in refusing(text)] == []
    assert [(text, refusing(text)) for text in rule["must_pass"] if refusing(text)] == []


@pytest.mark.parametrize(("language", "rule"), RULES, ids=[rule["rule_id"] for _, rule in RULES])
def test_the_gate_decides_every_example_as_the_data_says(language, rule):
    refused = [text for text in rule["must_refuse"] if find_banned(text, POLICY)]
    passed = [text for text in rule["must_pass"] if not find_banned(text, POLICY)]
    assert (refused, passed) == (rule["must_refuse"], rule["must_pass"]), language


@pytest.mark.parametrize("rule", [rule for _, rule in RULES], ids=lambda rule: rule["rule_id"])
def test_a_rule_has_many_examples_and_a_pattern_for_the_skeleton(rule):
    assert len(rule["must_refuse"]) >= 7
    assert len(rule["must_pass"]) >= 6
    assert "\\d" not in rule["pattern"], "other scripts have digits too: [0-9] after NFKC"
    assert rule["pattern"] == unicodedata.normalize("NFC", rule["pattern"])
    assert not re.search(r"(?<!\\)[A-Z]", rule["pattern"]), "the skeleton is lower case"


def test_rule_ids_are_unique_and_every_kind_of_expression_is_banned_in_every_language():
    identities = [rule["rule_id"] for _, rule in RULES]
    assert len(set(identities)) == len(identities)
    for language in LANGUAGES:
        kinds = {identity.split(".")[1] for identity in identities if identity.startswith(f"{language}.")}
        assert kinds == {"verdict", "score", "grade", "promise"}


@pytest.mark.parametrize(
    "name",
    [
        "신용등급확인서",
        "안전점검표",
        "위험물취급허가증",
        "성적증명서",
        "gas safety certificate",
        "отчёт об оценке",
    ],
)
def test_a_literal_name_that_only_looks_like_a_verdict_passes(name):
    assert refusing(name) == []


def test_a_pattern_stays_fast_on_long_and_repetitive_text():
    hostile = [
        "가능" * 5_000,
        "a " * 10_000,
        "0" * 20_000,
        "риск " * 4_000,
        "보장 " * 5_000,
        "is not " * 3_000,
    ]
    for text in hostile:
        for _, rule in RULES:
            re.search(rule["pattern"], text)  # a pattern that explodes would hang here


@pytest.mark.parametrize("language", LANGUAGES)
def test_generic_names_are_clean_and_listed_once(language):
    names = NAMES[language]
    assert len(set(names)) == len(names)
    assert all(name == unicodedata.normalize("NFC", name).strip().lower() for name in names)


def test_every_language_has_every_label_and_every_fallback_reason_has_a_sentence():
    assert LABELS["ko"].keys() == LABELS["en"].keys() == LABELS["ru"].keys()
    sentences = {key.removeprefix("fallback.") for key in LABELS["ko"] if key.startswith("fallback.")}
    assert sentences == {reason.value for reason in FallbackReason}


def places(text):
    return set(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_label_has_the_same_places_in_every_language_and_judges_nothing(language):
    for key, text in LABELS[language].items():
        assert places(text) == places(LABELS["ko"][key]), key
        assert refusing(text) == [], key


def test_the_words_of_the_house_are_as_agreed():
    assert (
        LABELS["ko"]["card.items"].format(items="신분증 · 임대차계약서") == "필요 서류: 신분증 · 임대차계약서"
    )
    assert LABELS["ko"]["label.model"] == "AI가 고른 항목"
    assert LABELS["ko"]["message.no_documents"] == "관련 문서 없음"
    assert LABELS["ko"]["answer.refused"] == "근거가 부족합니다"
