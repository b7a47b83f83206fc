"""The pictures of an items evaluation."""

from collections import Counter
from collections.abc import Iterable, Sequence

from server.apps.evaluation.plot_series import counted_plot, latency_plot
from server.apps.evaluation.result import Condition, Plot, Series

QUALITY = ("precision", "recall", "f1", "all_right", "none_clean", "conditions_shown", "candidates_exact")


def items_plots(conditions: Sequence[Condition]) -> tuple[Plot, ...]:
    """Quality, refusals by gate, reasons of snippet cards, latency; each condition a series."""
    gates = {one.name: Counter(_gates(one)) for one in conditions}
    reasons = {one.name: Counter(_reasons(one)) for one in conditions}
    return (
        Plot(
            title="Quality",
            kind="bars",
            x_label="",
            y_label="share",
            series=tuple(_quality(one) for one in conditions),
            x_names=QUALITY,
        ),
        counted_plot("Refused by gate", "names", gates),
        counted_plot("First card", "clauses", reasons),
        latency_plot({one.name: _milliseconds(one) for one in conditions}),
    )


def _quality(condition: Condition) -> Series:
    values = [condition.figure(name) for name in QUALITY]
    held = [(float(place), one.value) for place, one in enumerate(values) if one is not None]
    return Series(name=condition.name, x=tuple(x for x, _ in held), y=tuple(y for _, y in held))


def _gates(condition: Condition) -> Iterable[str]:
    for case in condition.cases:
        refused = case.detail["refused"]
        if isinstance(refused, list):
            yield from (str(gate) for _, gate, _ in refused)


def _reasons(condition: Condition) -> Iterable[str]:
    return (str(case.detail["reason"] or "items") for case in condition.cases)


def _milliseconds(condition: Condition) -> list[float]:
    return [float(str(case.detail["milliseconds"])) for case in condition.cases]
