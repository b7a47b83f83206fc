"""A result with every part filled, and with text that wants to be markup in each of them."""

from server.apps.evaluation.result import (
    Case,
    Condition,
    Difference,
    EvaluationResult,
    Figure,
    Interval,
    Plot,
    Series,
)


def made_result(text: str = "plain") -> EvaluationResult:
    """Two conditions, two groups, a difference, a plot of each kind; `text` wherever text can stand."""
    cases = tuple(
        Case(
            case_id=f"{text} {place}",
            text=f"{text} case {place}",
            group=text,
            scores={"mrr": place / 7, "milliseconds": 12.5},
            detail={"gold": [text], "found": [{"clause_id": text, "score": 0.123456789}], text: None},
        )
        for place in range(7)
    )
    conditions = tuple(
        Condition(
            name=name,
            figures=(
                Figure(
                    name="mrr", value=value, count=7, interval=Interval(low=value - 0.1, high=value + 0.1)
                ),
                Figure(name=text, value=1 / 3, count=3, group=f"group {text}"),
                Figure(name="p50_ms", value=1234.5678, count=7, higher_is_better=False),
            ),
            cases=cases,
            settings={"model": text},
        )
        for name, value in (("lexical", 0.1 + 0.2), (f"second {text}", 2 / 3))
    )
    change = Difference(
        figure="mrr", first="lexical", second=text, value=-0.25, interval=Interval(low=-0.5, high=-0.1)
    )
    return EvaluationResult(
        kind="retrieval",
        golden=text,
        cases=7,
        conditions=conditions,
        differences=(change,),
        plots=(
            Plot(
                title=text,
                kind="line",
                x_label=text,
                y_label=text,
                series=(
                    Series(name=text, x=(1.0, 3.0, 10.0), y=(0.25, 0.5, 0.75)),
                    Series(name="alone", x=(5.0,), y=(0.5,)),
                    Series(name="empty", x=(), y=()),
                ),
                marks={text: 4.0},
            ),
            Plot(
                title="counts",
                kind="bars",
                x_label=text,
                y_label=text,
                series=(
                    Series(name=text, x=(0.0, 1.0), y=(3.0, 4.0)),
                    Series(name="b", x=(0.0, 1.0), y=(0.0, 2.0)),
                ),
                x_names=(text, "cards"),
            ),
        ),
        created_at="2026-12-01T00:00:00+00:00",
    )
