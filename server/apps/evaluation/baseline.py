"""A stored result to compare with: what got worse by more than chance explains.

The file holds the scores of every case, so that the comparison is paired: the same questions before
and after. One file may hold one baseline of each kind of evaluation.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from server.apps.evaluation.bootstrap import differences
from server.apps.evaluation.items_bootstrap import Counts, difference
from server.apps.evaluation.result import Case, Condition, Difference, EvaluationKind, EvaluationResult
from server.apps.evaluation.scores import is_worse, judged
from server.domain.errors import InvalidInput

BEFORE = "baseline"
DIGITS = 4
REMEDY = "write one with --write-baseline"


def write_baseline(path: Path, result: EvaluationResult) -> None:
    """Keep the result as the baseline of its kind; baselines of other kinds in the file stay."""
    held = _read(path) if path.exists() else {}
    kept = [one for one in result.conditions if not one.is_part]
    held[result.kind] = {
        "golden": result.golden,
        "created_at": result.created_at,
        "figures": {one.name: _figures(one) for one in kept},
        "cases": {one.name: {case.case_id: _scores(case) for case in one.cases} for one in kept},
    }
    text = json.dumps(held, ensure_ascii=False, indent=1, sort_keys=True)
    a_line_each = re.sub(r"\{[^{}]*\}", lambda innermost: re.sub(r"\n *", " ", innermost[0]), text)
    path.write_text(a_line_each + "\n", encoding="utf-8")


def read_baseline(path: Path, kind: EvaluationKind) -> tuple[Condition, ...]:
    """The conditions with their cases' scores. Raises InvalidInput when the file holds none of the kind."""
    held = _read(path)
    try:
        return tuple(
            Condition(
                name=name,
                figures=(),
                cases=tuple(
                    Case(
                        case_id=case_id,
                        text="",
                        group="",
                        scores={str(k): float(v) for k, v in scores.items()},
                    )
                    for case_id, scores in cases.items()
                ),
            )
            for name, cases in held[kind]["cases"].items()
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidInput(f"{path} holds no baseline of eval {kind}", remedy=REMEDY) from error


def changes(result: EvaluationResult, before: Sequence[Condition]) -> tuple[Difference, ...]:
    """Every score now minus then, over the cases that both have, for conditions of the same name.

    Raises InvalidInput when they have nothing in common.
    """
    held = {one.name: one for one in before}
    found = [
        change
        for now in result.conditions
        if now.name in held
        for change in (
            *differences(_renamed(held[now.name]), now, _names(now)),
            *(_f1_change(held[now.name], now) if result.kind == "items" else ()),
        )
    ]
    if not found:
        raise InvalidInput(
            "the baseline and this result have no condition with a case in common", remedy=REMEDY
        )
    return tuple(found)


def regressions(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """The changes for the worse whose whole interval is for the worse."""
    return tuple(one for one in found if is_worse(one.figure, one.interval.low, one.interval.high))


def _figures(condition: Condition) -> dict[str, float]:
    whole = [one for one in condition.figures if one.group == "all" and not one.name.endswith("_ms")]
    return {one.name: round(one.value, DIGITS) for one in whole}


def _scores(case: Case) -> dict[str, float]:
    return {name: round(score, DIGITS) for name, score in case.scores.items() if name != "milliseconds"}


def _names(condition: Condition) -> list[str]:
    return list(dict.fromkeys(name for case in condition.cases for name in judged(case)))


def _renamed(condition: Condition) -> Condition:
    return Condition(name=BEFORE, figures=condition.figures, cases=condition.cases)


def _f1_change(before: Condition, now: Condition) -> tuple[Difference, ...]:
    then = {case.case_id: case for case in before.cases}
    pairs = [(then[case.case_id], case) for case in now.cases if case.case_id in then]
    if not pairs:
        return ()
    return (
        difference(BEFORE, now.name, [_counts(one) for one, _ in pairs], [_counts(one) for _, one in pairs]),
    )


def _counts(case: Case) -> Counts:
    return Counts(*(int(case.scores[name]) for name in Counts._fields))


def _read(path: Path) -> dict[str, Any]:
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path} is no baseline ({error})", remedy=REMEDY) from error
    if not isinstance(held, Mapping):
        raise InvalidInput(f"{path} is no baseline", remedy=REMEDY)
    return dict(held)
