"""The rules against labelled clauses: our own samples always, the shared development set where it is."""

import asyncio
import json
import re

import pytest

from ai.apps.generation.prompt import messages
from ai.apps.generation.rules import RulesItemPicker
from server.adapters.files.policies import load_policy
from server.apps.evaluation.items import evaluate_items
from server.apps.evaluation.items_golden import read_golden_items
from tests.conftest import ROOT, SHARED
from tests.fakes.wordwise_morphology import WordwiseMorphology

OWN = ROOT / "samples" / "golden" / "items.jsonl"
DEV = SHARED / "golden" / "golden-items.jsonl"
SETS = [pytest.param(OWN, id="own"), pytest.param(DEV, id="dev", marks=pytest.mark.data)]
FLOORS = {
    "f1": 0.90,
    "precision": 0.96,
    "none_clean": 1.0,
    "conditions_shown": 0.75,
    "candidates_exact": 0.92,
    "candidates_contained": 1.0,
    "source_rate": 1.0,
}


def golden(path):
    if not path.exists():
        pytest.skip(f"real data is absent: {path.name} does not exist in ../shared/data")
    return read_golden_items(path)


@pytest.mark.parametrize("path", SETS)
def test_the_rules_picker_holds_its_floors(path):
    policy = load_policy(ROOT / "contracts" / "policies")
    pickers = {"rules": RulesItemPicker(WordwiseMorphology())}
    result = asyncio.run(evaluate_items(golden(path), pickers, policy, name=path.stem))
    figures = {figure.name: figure.value for figure in result.conditions[0].figures}
    low = {name: figures[name] for name, floor in FLOORS.items() if figures[name] < floor}
    assert low == {}
    assert figures["shown_hallucination"] == figures["raw_hallucination_cards"] == 0


@pytest.mark.data
def test_conditions_are_shown_on_the_development_set():
    policy = load_policy(ROOT / "contracts" / "policies")
    pickers = {"rules": RulesItemPicker(WordwiseMorphology())}
    result = asyncio.run(evaluate_items(golden(DEV), pickers, policy, name="dev"))
    assert result.conditions[0].figure("conditions_shown").value >= 0.9


@pytest.mark.parametrize("path", SETS)
@pytest.mark.parametrize("language", ["ko", "en", "ru"])
def test_no_example_of_a_prompt_shares_a_word_with_a_real_paper(language, path):
    system = messages("", language)[0].content
    examples = [name for line in re.findall(r"\{.*\}", system) for name in json.loads(line)["items"]]
    words = {word.casefold() for name in examples for word in name.split() if len(word) > 1}
    real = {
        word.casefold() for one in golden(path) for name in (*one.gold, *one.neutral) for word in name.split()
    }
    assert words & real - {"of", "the"} == set()
    assert not {word for word in words if any(word in paper for paper in real if language == "ko")}
