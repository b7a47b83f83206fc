"""Bootstrap intervals, and what counts as worse than a stored result."""

import json

import pytest

from server.apps.evaluation.baseline import changes, read_baseline, regressions, write_baseline
from server.apps.evaluation.bootstrap import differences, interval
from server.apps.evaluation.result import Case, Condition, EvaluationResult, Figure
from server.domain.errors import InvalidInput


def condition(name, scores, figure="recall@1"):
    cases = tuple(
        Case(case_id=f"q{place}", text="", group="", scores={figure: value})
        for place, value in enumerate(scores)
    )
    return Condition(name=name, figures=(Figure(name=figure, value=0.5, count=len(cases)),), cases=cases)


def result(*conditions, kind="retrieval"):
    return EvaluationResult(kind=kind, golden="g.jsonl", cases=40, conditions=conditions)


def test_an_interval_is_the_same_every_time_and_narrows_with_more_cases():
    few, many = [1.0, 0.0] * 10, [1.0, 0.0] * 500
    assert interval(few) == interval(few)
    assert interval(few).high - interval(few).low > 3 * (interval(many).high - interval(many).low)
    assert interval(many).low < 0.5 < interval(many).high


@pytest.mark.parametrize(("values", "ends"), [([], (0, 0)), ([1.0], (1, 1)), ([0.25] * 9, (0.25, 0.25))])
def test_an_interval_of_what_never_varies_is_a_point(values, ends):
    assert (interval(values).low, interval(values).high) == ends


def test_a_difference_is_paired_so_that_common_noise_cancels_out():
    before = condition("before", [1.0, 0.0] * 20)
    after = condition("after", [1.0, 0.1] * 20)
    (found,) = differences(before, after, ["recall@1", "mrr"])
    assert found.value == pytest.approx(0.05)
    assert found.interval.low > 0  # unpaired, the interval would reach far below


CHANGES = [  # how many of 40 questions were lost -> a regression?
    (0, False),
    (1, False),
    (3, False),
    (6, True),
    (40, True),
]


@pytest.mark.parametrize(("lost", "is_regression"), CHANGES)
def test_a_regression_is_a_loss_that_chance_does_not_explain(tmp_path, lost, is_regression):
    file = tmp_path / "baseline.json"
    write_baseline(file, result(condition("lexical", [1.0] * 40)))
    now = result(condition("lexical", [0.0] * lost + [1.0] * (40 - lost)))
    worse = regressions(changes(now, read_baseline(file, "retrieval")))
    assert [one.figure for one in worse] == (["recall@1"] if is_regression else [])


@pytest.mark.parametrize(("before", "now", "worse"), [(0.0, 1.0, 1), (1.0, 0.0, 0)])
def test_more_false_refusals_are_worse_and_fewer_are_not(tmp_path, before, now, worse):
    file = tmp_path / "baseline.json"
    write_baseline(file, result(condition("lexical", [before] * 40, "false_refusals")))
    found = changes(
        result(condition("lexical", [now] * 40, "false_refusals")), read_baseline(file, "retrieval")
    )
    assert len(regressions(found)) == worse


def items(found, wrong, missed):
    scores = {"found": found, "wrong": wrong, "missed": missed, "all_right": float(not wrong + missed)}
    cases = tuple(Case(case_id=f"c{n}", text="", group="", scores=scores) for n in range(40))
    return result(Condition(name="rules", figures=(), cases=cases), kind="items")


def test_items_are_compared_by_the_f1_of_all_clauses_together(tmp_path):
    file = tmp_path / "baseline.json"
    write_baseline(file, items(2, 0, 0))
    found = {one.figure: one for one in changes(items(1, 0, 1), read_baseline(file, "items"))}
    assert found["f1"].value == pytest.approx(2 / 3 - 1)
    assert {one.figure for one in regressions(list(found.values()))} == {"f1", "missed", "all_right"}


def test_one_file_holds_a_baseline_of_each_kind_and_a_case_a_line(tmp_path):
    file = tmp_path / "baseline.json"
    leg = condition("leg:words", [1.0])
    write_baseline(file, result(condition("lexical", [1.0, 0.0]), leg))
    write_baseline(file, items(1, 0, 0))
    held = json.loads(file.read_text(encoding="utf-8"))
    assert set(held) == {"retrieval", "items"}
    assert set(held["retrieval"]["cases"]) == {"lexical"}
    assert '"q0": { "recall@1": 1.0 }' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"retrieval": 1}', '{"retrieval": {"cases": {"a": 1}}}'])
def test_what_is_no_baseline_is_said_with_what_to_do(tmp_path, text):
    file = tmp_path / "baseline.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        read_baseline(file, "retrieval")
    assert "--write-baseline" in caught.value.remedy


def test_a_baseline_of_other_questions_is_no_baseline():
    with pytest.raises(InvalidInput, match="in common"):
        changes(result(condition("lexical", [1.0])), (condition("e5", [1.0]),))
