"""The items evaluation: scores as the data's own scorer gives them, figures, paired differences."""

import asyncio
import json
from dataclasses import replace

import pytest

from ai.runtimes.faults import ReplyCut
from server.adapters.files.policies import load_policy
from server.apps.evaluation.items import evaluate_items
from server.apps.evaluation.items_golden import read_golden_items
from server.apps.evaluation.items_scoring import conditions_shown, score, similarity
from server.domain.card import Item
from server.domain.errors import InvalidInput, ModelTimeout
from tests.conftest import ROOT
from tests.fakes.item_picker import FakeItemPicker

ROWS = [
    {
        "id": "a",
        "doc_id": "d",
        "doc_title": "조례",
        "clause": "제1조",
        "clause_title": "명의변경",
        "clause_text": "신청하려는 자는 신청서에 신분증과 임대차계약서 사본을 첨부하여야 한다.",
        "gold_items": ["신분증", "임대차계약서 사본"],
        "neutral_items": ["신청서"],
        "conditions": {},
        "tags": [],
    },
    {
        "id": "b",
        "doc_id": "d",
        "doc_title": "조례",
        "clause": "제2조",
        "clause_title": "보관",
        "clause_text": "사업소장은 신분증 사본을 보관한다.",
        "gold_items": [],
        "neutral_items": [],
    },
]


@pytest.fixture
def golden(tmp_path):
    path = tmp_path / "golden.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS), encoding="utf-8")
    return read_golden_items(path)


@pytest.fixture(scope="module")
def policy():
    return load_policy(ROOT / "contracts" / "policies")


SCORES = [
    (("신분증", "임대차계약서 사본"), (2, 0, 0, 0)),
    (("신분증", "임대차계약서"), (2, 0, 0, 0)),
    (("신분증", "신청서"), (1, 0, 1, 0)),
    (("인감증명서",), (0, 1, 2, 1)),
    (("신청하려는 자",), (0, 1, 2, 0)),
    ((), (0, 0, 2, 0)),
]


@pytest.mark.parametrize(("names", "expected"), SCORES)
def test_names_are_scored_leniently_and_neutral_ones_count_neither_way(names, expected, golden):
    result = score(names, golden[0])
    assert (result.found, result.wrong, result.missed, result.non_literal) == expected


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [("가나 다", "가나다", 1.0), ("가나", "가나다라", 0.5), ("가", "가나", 0.0), ("등본", "초본", 0.0)],
)
def test_similarity(one, other, value):
    assert similarity(one, other) == value


def test_a_condition_counts_when_it_overlaps_the_label(golden):
    labelled = replace(golden[0], conditions={"신분증": "대리인이 신청하는 경우"})
    item = Item(name="신분증", start=0, end=3, condition="다만 대리인이 신청하는 경우만 해당한다")
    assert conditions_shown([item], labelled) == (1, 1)
    assert conditions_shown([replace(item, condition=None)], labelled) == (0, 1)
    assert conditions_shown([], labelled) == (0, 0)


def evaluate(golden, policy, **pickers):
    return asyncio.run(evaluate_items(golden, pickers, policy, name="two", clock=iter(range(1_000)).__next__))


def figures(condition):
    return {figure.name: figure.value for figure in condition.figures}


def test_conditions_stand_side_by_side_with_a_paired_difference(golden, policy):
    poor = FakeItemPicker(("신분증",), ("신분증",))
    good = FakeItemPicker(("신분증", "임대차계약서 사본"), ())
    result = evaluate(golden, policy, poor=poor, good=good)
    first, second = map(figures, result.conditions)
    assert (first["precision"], first["recall"], first["none_clean"]) == (0.5, 0.5, 0.0)
    assert (second["f1"], second["all_right"], second["none_clean"]) == (1.0, 1.0, 1.0)
    assert (second["source_rate"], second["shown_hallucination"], second["items_cards"]) == (1.0, 0, 1)
    assert second["p50_ms"] == 1_000
    (difference,) = result.differences
    assert (difference.first, difference.second, difference.value) == ("poor", "good", 0.5)
    assert difference.interval.low <= difference.value <= difference.interval.high


def test_a_models_fault_is_a_snippet_card_with_its_reason(golden, policy):
    (condition,) = evaluate(golden, policy, late=FakeItemPicker(ModelTimeout("late"))).conditions
    assert (figures(condition)["items_cards"], figures(condition)["recall"]) == (0, 0.0)
    assert {(case.detail["reason"], case.detail["fault"]) for case in condition.cases} == {
        ("timeout", "late")
    }


def test_calls_without_a_reply_are_counted_by_reason(golden, policy):
    cut, late, well = ReplyCut("cut"), ModelTimeout("late"), ("신분증",)
    result = evaluate(
        golden,
        policy,
        poor=FakeItemPicker(cut, late),
        good=FakeItemPicker(well, ()),
        odd=FakeItemPicker(cut, cut),
    )
    counted = [
        {name: value for name, value in figures(one).items() if name.startswith("no_reply")}
        for one in result.conditions
    ]
    assert counted == [
        {"no_reply": 2, "no_reply:reply_cut": 1, "no_reply:timeout": 1},
        {"no_reply": 0},
        {"no_reply": 2, "no_reply:reply_cut": 2},
    ]
    assert (
        figures(result.conditions[2])["raw_hallucination_pieces"] == 0
    )  # half a list says nothing of its names


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"id": "a"}', '{"id":"a","clause":"1","clause_text":"x","gold_items":1}']
)
def test_a_broken_label_names_its_line(line, tmp_path):
    path = tmp_path / "golden.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="line 2"):
        read_golden_items(path)


def test_a_missing_golden_set_is_said_so(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_golden_items(tmp_path / "none.jsonl")
