"""A fitted calibration as a result: shares, reliability and plots of the same scores."""

import pytest

from server.apps.evaluation.calibrate import Fitted, reliability
from server.apps.evaluation.calibration_result import calibration_result
from server.apps.evaluation.report import render_report
from server.apps.retrieval.calibration import Calibration

SCORES = (("a", 0.95, True), ("b", 0.35, True), ("c", 0.1, True), ("d", 0.05, False), ("e", 0.55, False))


@pytest.fixture
def result():
    fitted = Fitted(
        calibration=Calibration(embedder_id="none", analyser_version="v", rank={}, answers={}),
        reliability=reliability([score for _, score, _ in SCORES], [right for _, _, right in SCORES]),
        scores=SCORES,
    )
    return calibration_result(fitted, golden="g", texts={"a": "물값"})


def test_the_shares_are_those_of_the_held_out_scores(result):
    (condition,) = result.conditions
    assert condition.figure("false_answers").value == 1 / 2
    assert condition.figure("false_refusals").value == 1 / 3
    brier = (0.05**2 + 0.65**2 + 0.9**2 + 0.05**2 + 0.55**2) / 5
    assert condition.figure("brier").value == pytest.approx(brier)
    assert [case.scores for case in condition.cases] == [
        {"false_refusals": 0.0},
        {"false_refusals": 0.0},
        {"false_refusals": 1.0},
        {"refused": 1.0},
        {"refused": 0.0},
    ]


def test_the_reliability_table_and_its_curve_are_the_same_numbers(result):
    (condition,) = result.conditions
    table = [
        (condition.figure("predicted", group).value, condition.figure("observed", group).value)
        for group in dict.fromkeys(one.group for one in condition.figures)
        if group != "all"
    ]
    curve = result.plots[0].series[0]
    assert table == list(zip(curve.x, curve.y, strict=True))
    assert table == [(0.05, 0.0), (0.1, 1.0), (0.35, 1.0), (0.55, 0.0), (0.95, 1.0)]


def test_the_thresholds_are_marked_in_the_plot_of_scores(result):
    scores = result.plots[1]
    assert dict(scores.marks) == {"borderline": 0.25, "strong": 0.32}
    assert [sum(series.y) for series in scores.series] == [3, 2]
    assert "물값" not in render_report(result)  # a right answer is no worst case
