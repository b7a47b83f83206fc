"""The pictures of a retrieval evaluation."""

from collections import Counter
from collections.abc import Sequence

from server.apps.evaluation.plot_series import counted_plot, histogram, latency_plot
from server.apps.evaluation.result import Condition, Plot, Series
from server.gates.sufficiency import BORDERLINE, STRONG


def retrieval_plots(conditions: Sequence[Condition], legs: Sequence[Condition] = ()) -> tuple[Plot, ...]:
    """Recall by depth (of legs too), scores by answerability, latency, outcomes by reason."""
    if not conditions:
        return ()
    last = conditions[-1]
    return (
        Plot(
            title="Recall at k",
            kind="line",
            x_label="k",
            y_label="share of answerable questions",
            series=tuple(_recall(one) for one in (*conditions, *legs)),
        ),
        Plot(
            title=f"Score of the first hit ({last.name})",
            kind="bars",
            x_label="calibrated score",
            y_label="questions",
            series=(
                histogram("answerable", _first_scores(last, answerable=True)),
                histogram("unanswerable", _first_scores(last, answerable=False)),
            ),
            marks={"strong": STRONG, "borderline": BORDERLINE},
        ),
        latency_plot({one.name: _milliseconds(one) for one in conditions}),
        counted_plot(
            f"Outcome by reason ({last.name})",
            "questions",
            {
                "answerable": _outcomes(last, answerable=True),
                "unanswerable": _outcomes(last, answerable=False),
            },
        ),
    )


def _recall(condition: Condition) -> Series:
    figures = [one for one in condition.figures if one.group == "all" and one.name.startswith("recall@")]
    return Series(
        name=condition.name,
        x=tuple(float(one.name.removeprefix("recall@")) for one in figures),
        y=tuple(one.value for one in figures),
    )


def _first_scores(condition: Condition, *, answerable: bool) -> list[float]:
    return [
        float(str(case.detail["score"]))
        for case in condition.cases
        if bool(case.detail["gold"]) is answerable
    ]


def _milliseconds(condition: Condition) -> list[float]:
    return [case.scores["milliseconds"] for case in condition.cases]


def _outcomes(condition: Condition, *, answerable: bool) -> Counter[str]:
    return Counter(
        str(case.detail["reason"]) or "cards"
        for case in condition.cases
        if bool(case.detail["gold"]) is answerable
    )
