"""The pictures of a retrieval evaluation."""

from collections.abc import Sequence

from server.apps.evaluation.result import Condition, Plot, Series
from server.gates.sufficiency import BORDERLINE, STRONG

BINS = 20


def retrieval_plots(conditions: Sequence[Condition]) -> tuple[Plot, ...]:
    """Recall by depth, scores of answerable and unanswerable questions, latency, refusals by reason."""
    if not conditions:
        return ()
    last = conditions[-1]
    return (
        Plot(
            title="Recall at k",
            kind="line",
            x_label="k",
            y_label="share of answerable questions",
            series=tuple(_recall(one) for one in conditions),
        ),
        Plot(
            title=f"Score of the first hit ({last.name})",
            kind="bars",
            x_label="calibrated score",
            y_label="questions",
            series=(
                _histogram("answerable", _first_scores(last, answerable=True)),
                _histogram("unanswerable", _first_scores(last, answerable=False)),
            ),
            marks={"strong": STRONG, "borderline": BORDERLINE},
        ),
        Plot(
            title="Latency",
            kind="line",
            x_label="share of queries, percent",
            y_label="milliseconds",
            series=tuple(_latency(one) for one in conditions),
        ),
        _confusion(last),
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


def _histogram(name: str, values: Sequence[float]) -> Series:
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, int(value * BINS))] += 1
    return Series(
        name=name,
        x=tuple((place + 0.5) / BINS for place in range(BINS)),
        y=tuple(float(count) for count in counts),
    )


def _latency(condition: Condition) -> Series:
    times = sorted(case.scores["milliseconds"] for case in condition.cases)
    shares = [share for share in range(5, 100, 5) if times]
    return Series(
        name=condition.name,
        x=tuple(float(share) for share in shares),
        y=tuple(times[min(len(times) - 1, len(times) * share // 100)] for share in shares),
    )


def _confusion(condition: Condition) -> Plot:
    """What became of answerable (bar 1 of each reason) and unanswerable questions."""
    reasons = sorted({str(case.detail["reason"]) or "cards" for case in condition.cases})
    places = tuple(float(place) for place in range(len(reasons)))
    return Plot(
        title=f"Outcome by reason ({condition.name}): "
        + ", ".join(f"{i} {one}" for i, one in enumerate(reasons)),
        kind="bars",
        x_label="reason",
        y_label="questions",
        series=tuple(
            Series(
                name=name,
                x=places,
                y=tuple(
                    float(
                        sum(
                            (str(case.detail["reason"]) or "cards") == reason
                            and bool(case.detail["gold"]) is answerable
                            for case in condition.cases
                        )
                    )
                    for reason in reasons
                ),
            )
            for name, answerable in (("answerable", True), ("unanswerable", False))
        ),
    )
