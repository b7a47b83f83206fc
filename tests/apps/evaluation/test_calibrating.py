"""Fitting a calibration on measured questions that were made by hand."""

from dataclasses import replace

import numpy as np
import pytest

from server.apps.evaluation.answer_fit import Sample, check_enough, withheld
from server.apps.evaluation.calibrate import Purpose, fit_calibration, reliability
from server.apps.evaluation.golden import Question
from server.apps.evaluation.rank_fit import Candidates, fit_rank
from server.apps.retrieval.calibration import Shape, calibration_json, calibration_of
from server.apps.retrieval.features import FEATURES
from server.domain.errors import InvalidInput

COVER, WORDS, COSINE = (FEATURES.index(name) for name in ("cover", "words", "cosine"))
PURPOSE = Purpose(embedder_id="none", analyser_version="a", golden="made", false_answers=0.1)


def sample(place, *, answerable, noise):
    """Four candidates; the second covers the question best when something answers it."""
    features = np.zeros((4, len(FEATURES)))
    features[:, WORDS] = [1.0, 0.9, 0.5, 0.2]
    features[:, COVER] = [0.3, 0.9 if answerable else 0.35, 0.2, 0.1]
    features[:, COVER] += noise
    features[:, COSINE] = [8.0, 8.5, 7.0, 6.5]
    gold = (f"doc{place % 7} 제1조",) if answerable else ()
    return Sample(
        question=Question(
            question_id=f"q{place}", query="질문", gold=gold, kind="answerable" if gold else "unanswerable"
        ),
        candidates=Candidates(features=features, gold=np.array([0.0, float(answerable), 0.0, 0.0])),
        shapes=(Shape.HEADED,) * 4,
        decided=False,
    )


@pytest.fixture(scope="module")
def samples():
    noise = np.random.default_rng(1).normal(scale=0.08, size=(160, 4))
    return [sample(place, answerable=place % 2 == 0, noise=noise[place]) for place in range(160)]


def test_the_reranker_learns_what_tells_gold_apart(samples):
    weights = fit_rank([one.candidates for one in samples], columns=[COVER, WORDS])
    assert weights[COVER] > 0
    assert set(np.flatnonzero(weights)) <= {COVER, WORDS}
    first = [one.candidates.features @ weights for one in samples if one.question.answerable]
    assert np.mean([scores.argmax() == 1 for scores in first]) > 0.95


@pytest.mark.parametrize("curve", ["logistic", "isotonic"])
def test_the_threshold_keeps_to_the_stated_share_of_false_answers(samples, curve):
    purpose = Purpose(embedder_id="none", analyser_version="a", golden="made", false_answers=0.1, curve=curve)
    fitted = fit_calibration(samples, purpose)
    strong = fitted.calibration.strong
    wrong = [score >= strong for _, score, answerable in fitted.scores if not answerable]
    right = [score >= strong for _, score, answerable in fitted.scores if answerable]
    assert np.mean(wrong) <= 0.11
    assert np.mean(right) > 0.8
    assert calibration_of(calibration_json(fitted.calibration)) == fitted.calibration


def test_text_without_headings_may_keep_to_another_share(samples):
    plain = [replace(one, shapes=(Shape.PLAIN,) * 4) for one in samples]
    purpose = replace(PURPOSE, plain_false_answers=0.3)
    for shape, measured, share in ((Shape.HEADED, samples, 0.1), (Shape.PLAIN, plain, 0.3)):
        assert purpose.false_answers_of(shape) == share
        fitted = fit_calibration(measured, purpose)
        wrong = [score >= fitted.calibration.strong for _, score, right in fitted.scores if not right]
        assert np.mean(wrong) == pytest.approx(share, abs=0.02)


def test_a_shape_without_questions_keeps_our_weights(samples):
    fitted = fit_calibration(samples, PURPOSE)
    assert set(fitted.calibration.answers) == set(Shape)


def test_a_lexical_calibration_weighs_no_cosine(samples):
    fitted = fit_calibration(samples, PURPOSE)
    assert not any(name.startswith("cosine") for name in fitted.calibration.rank)


@pytest.mark.parametrize(("answerable", "unanswerable"), [(19, 100), (100, 19), (0, 0)])
def test_too_few_questions_fit_nothing(answerable, unanswerable):
    with pytest.raises(InvalidInput, match="too few"):
        check_enough([True] * answerable + [False] * unanswerable)


def test_a_withheld_answer_leaves_a_question_that_nothing_answers(samples):
    without = withheld(samples[0])
    assert not without.question.answerable
    assert without.candidates.features.shape == (3, len(FEATURES))
    assert without.candidates.features[:, WORDS].max() == 1.0
    assert without.candidates.features[:, FEATURES.index("cosine_gap")].max() == 0.0


def test_reliability_compares_scores_with_what_was_true():
    bins = reliability([0.05, 0.05, 0.95, 1.0], [False, True, True, True])
    assert [(one.low, one.count, one.observed) for one in bins] == [(0.0, 2, 0.5), (0.9, 2, 1.0)]
