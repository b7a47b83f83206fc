"""The real 0.5B model over labelled clauses, held by an enum, by any strings, and by nothing at all.

What it names beside the clause is counted as it came, and again as a card would show it: the second
count must be zero in every mode, and with the enum the first one too. Where ../shared/data is absent
the figures say so. The model is small on purpose: it invents, so the gates have something to stop.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

from ai.apps.generation.picker import ModelItemPicker, Picking, SchemaMode
from ai.runtimes.ollama import OllamaModel
from ai.runtimes.openai_compatible import OpenAICompatibleModel
from ai.runtimes.options import ModelOptions
from ai.runtimes.port import LanguageModel
from server.adapters.files.policies import load_policy
from server.apps.evaluation.items import evaluate_items
from server.apps.evaluation.items_golden import GoldenItems, read_golden_items
from server.apps.evaluation.result import Condition
from server.domain.pick import PickRequest
from server.ports.morphology import Morphology
from tests.fakes.one_kiwi import one_kiwi
from tests.live.stack import RealModel, running_stack

ROOT = Path(__file__).resolve().parents[2]
SETS = {
    "own": ROOT / "samples" / "golden" / "items.jsonl",
    "dev": ROOT.parent / "shared" / "data" / "golden" / "golden-items.jsonl",
}
MODES: tuple[SchemaMode, ...] = get_args(SchemaMode)
OPTIONS = ModelOptions(num_predict=160)  # a model without an enum may go on for long
DEADLINE_SECONDS = 120.0
SHOWN = (
    "no_reply",
    "raw_hallucination_pieces",
    "items_cards",
    "shown_hallucination",
    "source_rate",
    "precision",
    "recall",
    "f1",
    "none_clean",
    "output_tokens",
    "p50_ms",
    "p95_ms",
)


def run() -> dict[str, object]:
    """Figures by set and mode."""
    morphology = one_kiwi()
    figures: dict[str, object] = {}
    with running_stack("0.5b") as real:
        share = cached_share(real, labelled("own") or (), morphology)
        figures["share of the second call's prompt that was cached"] = share
        for name in SETS:
            golden = labelled(name)
            if golden is None:
                figures[name] = "skipped: ../shared/data does not exist"
                continue
            for mode in MODES:
                began = time.monotonic()
                condition = picked(real, golden, morphology, mode)
                found = {f"{name}, {mode}: {key}": value for key, value in told(condition).items()}
                print(f"{name} {mode}: {len(golden)} clauses in {time.monotonic() - began:.0f} s", found)
                figures |= found
    return figures


def labelled(name: str, cases: int | None = None) -> Sequence[GoldenItems] | None:
    """The clauses of a set, `cases` of them evenly spread; None where the data is absent."""
    if not SETS[name].is_file():
        return None
    golden = read_golden_items(SETS[name])
    return golden if cases is None else [golden[place * len(golden) // cases] for place in range(cases)]


def picked(
    real: RealModel, golden: Sequence[GoldenItems], morphology: Morphology, mode: SchemaMode
) -> Condition:
    """One mode over the clauses, through every gate."""

    async def story() -> Condition:
        model = OllamaModel(url=real.url, model=real.name, options=OPTIONS)
        picker = ModelItemPicker(model, morphology, picking=Picking(schema=mode))
        policy = load_policy(ROOT / "contracts" / "policies")
        try:
            result = await evaluate_items(
                golden, {mode: picker}, policy, name=mode, deadline_seconds=DEADLINE_SECONDS
            )
        finally:
            await model.close()
        return result.conditions[0]

    return asyncio.run(story())


def told(condition: Condition) -> Mapping[str, float]:
    """The figures that say something of a small model, with every reason for a missing reply."""
    return {
        figure.name: figure.value
        for figure in condition.figures
        if figure.name in SHOWN or figure.name.startswith("no_reply:")
    }


def cached_share(real: RealModel, golden: Sequence[GoldenItems], morphology: Morphology) -> float:
    """How much of the second clause's prompt the server had in its cache, 0 to 1.

    Asked over the runner's own protocol: Ollama's does not tell.
    """

    async def story() -> float:
        model: LanguageModel = OpenAICompatibleModel(url=real.runner_url, model=real.name, options=OPTIONS)
        picker = ModelItemPicker(model, morphology)
        asking = (one.clause for one in golden if one.gold and one.clause.language == "ko")
        for _ in range(2):
            request = PickRequest(clause=next(asking), deadline_seconds=DEADLINE_SECONDS)
            usage = (await picker.pick(request)).usage
        return usage["cached_tokens"] / usage["prompt_tokens"]

    return asyncio.run(story())
