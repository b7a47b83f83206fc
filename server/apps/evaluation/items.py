"""How good the picked items are: every condition over the same labelled clauses, side by side."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from server.apps.evaluation.items_bootstrap import Counts, difference
from server.apps.evaluation.items_golden import GoldenItems
from server.apps.evaluation.items_plots import items_plots
from server.apps.evaluation.items_scoring import (
    Score,
    candidate_recall,
    conditions_shown,
    precision_recall_f1,
    score,
)
from server.apps.evaluation.result import Case, Condition, EvaluationResult, Figure, mean
from server.domain.errors import ModelError, ModelInvalidReply
from server.domain.pick import PickRequest, Picks
from server.domain.policy import Policy
from server.gates.picks import PickVerdict, check_picks
from server.ports.item_picker import ItemPicker

Clock = Callable[[], float]  # seconds


@dataclass(frozen=True, kw_only=True, slots=True)
class _Measured:
    golden: GoldenItems
    picks: Picks
    verdict: PickVerdict
    fault: ModelError | None
    milliseconds: float
    score: Score


async def evaluate_items(  # noqa: PLR0913  # one story: what is measured, with what, how long
    golden: Sequence[GoldenItems],
    pickers: Mapping[str, ItemPicker],
    policy: Policy,
    *,
    name: str,
    deadline_seconds: float = 300.0,
    clock: Clock = time.perf_counter,
) -> EvaluationResult:
    """Run every picker over every clause, through the gates, and score what a card would show.

    A model's fault counts as a snippet card with its reason; the deadline is long, because quality is
    measured here and a slow machine shows in the latency. Differences of F1 are those of
    neighbours in the order of `pickers`, with paired bootstrap intervals.
    """
    measured = {
        label: [await _measure(one, picker, policy, deadline_seconds, clock) for one in golden]
        for label, picker in pickers.items()
    }
    counts = {label: [_counts(one) for one in rows] for label, rows in measured.items()}
    conditions = tuple(_condition(label, rows, pickers[label]) for label, rows in measured.items())
    return EvaluationResult(
        kind="items",
        golden=name,
        cases=len(golden),
        conditions=conditions,
        differences=tuple(
            difference(first, second, counts[first], counts[second]) for first, second in pairwise(pickers)
        ),
        plots=items_plots(conditions),
    )


async def _measure(
    golden: GoldenItems, picker: ItemPicker, policy: Policy, deadline_seconds: float, clock: Clock
) -> _Measured:
    began = clock()
    fault = None
    try:
        picks = await picker.pick(PickRequest(clause=golden.clause, deadline_seconds=deadline_seconds))
    except ModelError as error:
        picks, fault = Picks(names=(), candidates=()), error
    verdict = check_picks(golden.clause, picks, policy)
    return _Measured(
        golden=golden,
        picks=picks,
        verdict=verdict,
        fault=fault,
        milliseconds=(clock() - began) * 1_000,
        score=score([item.name for item in verdict.items], golden),
    )


def _counts(one: _Measured) -> Counts:
    return Counts(found=one.score.found, wrong=one.score.wrong, missed=one.score.missed)


def _condition(label: str, rows: Sequence[_Measured], picker: ItemPicker) -> Condition:
    identity = picker.identity()
    return Condition(
        name=label,
        figures=tuple(_figures(rows)),
        cases=tuple(_case(one) for one in rows),
        settings={
            "origin": identity.origin,
            "model": identity.model_id,
            "prompt": identity.prompt_version,
            "schema": identity.schema_version,
            "finder": identity.finder_version,
        },
    )


def _figures(rows: Sequence[_Measured]) -> Iterable[Figure]:
    cards = len(rows)
    shown = [item for one in rows for item in one.verdict.items]
    found, wrong, missed = (
        sum(getattr(one.score, part) for one in rows) for part in ("found", "wrong", "missed")
    )
    precision, recall, f1 = precision_recall_f1(found, wrong, missed)
    raw = [_raw_non_literal(one) for one in rows]
    conditions = [conditions_shown(one.verdict.items, one.golden) for one in rows]
    offered = [candidate_recall([c.name for c in one.picks.candidates], one.golden) for one in rows]
    labels = found + missed
    none = [one for one in rows if not one.golden.gold]
    items_cards = [one for one in rows if one.verdict.items]
    sourced = [
        one
        for one in items_cards
        if all(_literal(one, item.start, item.end, item.name) for item in one.verdict.items)
    ]
    off_literal = sum(
        not _literal(one, item.start, item.end, item.name) for one in rows for item in one.verdict.items
    )
    latencies = sorted(one.milliseconds for one in rows)
    yield Figure(name="precision", value=precision, count=found + wrong)
    yield Figure(name="recall", value=recall, count=labels)
    yield Figure(name="f1", value=f1, count=cards)
    yield Figure(name="all_right", value=mean([one.score.all_right for one in rows]), count=cards)
    yield Figure(name="none_clean", value=mean([one.score.wrong == 0 for one in none]), count=len(none))
    yield Figure(
        name="conditions_shown", value=_share(conditions), count=sum(total for _, total in conditions)
    )
    yield Figure(name="candidates_exact", value=_of(sum(exact for exact, _ in offered), labels), count=labels)
    yield Figure(
        name="candidates_contained", value=_of(sum(any_ for _, any_ in offered), labels), count=labels
    )
    yield Figure(name="items_cards", value=len(items_cards), count=cards)
    yield Figure(name="none_cards", value=cards - len(items_cards), count=cards, higher_is_better=False)
    yield Figure(name="source_rate", value=_of(len(sourced), len(items_cards)), count=len(items_cards))
    yield Figure(
        name="raw_hallucination_cards", value=sum(map(bool, raw)), count=cards, higher_is_better=False
    )
    yield Figure(name="raw_hallucination_pieces", value=sum(raw), count=cards, higher_is_better=False)
    yield Figure(name="shown_hallucination", value=off_literal, count=len(shown), higher_is_better=False)
    yield from _no_replies(rows)
    yield Figure(
        name="output_tokens",
        value=mean([one.picks.usage.get("output_tokens", 0) for one in rows]),
        count=cards,
        higher_is_better=False,
    )
    yield Figure(name="p50_ms", value=_quantile(latencies, 0.5), count=cards, higher_is_better=False)
    yield Figure(name="p95_ms", value=_quantile(latencies, 0.95), count=cards, higher_is_better=False)


def _no_replies(rows: Sequence[_Measured]) -> Iterable[Figure]:
    """How many calls gave no usable reply, and how many for each reason that occurred."""
    reasons = Counter(_reason(one.fault) for one in rows if one.fault)
    counts = {"no_reply": reasons.total()} | {
        f"no_reply:{reason}": reasons[reason] for reason in sorted(reasons)
    }
    for name, value in counts.items():
        yield Figure(name=name, value=value, count=len(rows), higher_is_better=False)


def _reason(fault: ModelError) -> str:
    """Our error's name as a code: timeout, invalid_reply, reply_cut, …"""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(fault).__name__.removeprefix("Model")).lower()


def _literal(one: _Measured, start: int, end: int, name: str) -> bool:
    return one.golden.clause.body[start:end] == name


def _raw_non_literal(one: _Measured) -> int:
    """Pieces of the raw reply that are not in the clause; a reply that is no JSON list counts as one."""
    if not one.picks.raw_reply:
        return int(type(one.fault) is ModelInvalidReply)
    try:
        pieces = json.loads(one.picks.raw_reply)["items"]
    except (ValueError, KeyError, TypeError):
        return 1
    return sum(str(piece) not in one.golden.clause.body for piece in pieces)


def _case(one: _Measured) -> Case:
    return Case(
        case_id=one.golden.case_id,
        text=f"{one.golden.clause.document} {one.golden.clause.number}".strip(),
        group="none" if not one.golden.gold else "asks",
        scores={
            "found": one.score.found,
            "wrong": one.score.wrong,
            "missed": one.score.missed,
            "all_right": one.score.all_right,
        },
        detail={
            "gold": list(one.golden.gold),
            "shown": [[item.name, item.condition] for item in one.verdict.items],
            "refused": [[refusal.name, refusal.gate, refusal.reason] for refusal in one.verdict.refusals],
            "reason": _reason(one.fault) if one.fault else one.verdict.fallback_reason,
            "fault": str(one.fault or ""),
            "milliseconds": round(one.milliseconds, 1),
        },
    )


def _share(pairs: Iterable[tuple[int, int]]) -> float:
    parts = list(pairs)
    return _of(sum(part for part, _ in parts), sum(whole for _, whole in parts))


def _of(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
