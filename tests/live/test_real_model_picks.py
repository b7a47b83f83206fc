"""What the real 0.5B model names and what a card shows; the short part of the campaign real_model_picks."""

import pytest

from tests.campaigns.real_model_picks import MODES, SETS, cached_share, labelled, picked

pytestmark = pytest.mark.model

CASES = 3  # clauses of a set and mode; the campaign takes all


def some(name):
    golden = labelled(name, CASES)
    if golden is None:
        pytest.skip(f"real data is absent: ../shared/data holds no {SETS[name].name}")
    return golden


@pytest.mark.parametrize("name", [pytest.param("dev", marks=pytest.mark.data), "own"])
@pytest.mark.parametrize("mode", MODES)
def test_nothing_that_is_not_in_the_clause_reaches_a_card(mode, name, real_model, morphology):
    golden = some(name)
    condition = picked(real_model, golden, morphology, mode)
    figures = {figure.name: figure for figure in condition.figures}
    assert figures["shown_hallucination"].value == 0
    if mode == "closed":
        assert figures["raw_hallucination_pieces"].value == 0
        assert figures["no_reply"].value == 0, [case.detail["fault"] for case in condition.cases]
        assert figures["items_cards"].value > 0


def test_the_prompt_of_the_second_call_is_mostly_cached(real_model, morphology):
    assert cached_share(real_model, labelled("own"), morphology) > 0.5
