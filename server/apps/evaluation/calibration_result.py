"""A fitted calibration as a result: thresholds, reliability table and curve, scores by answerability."""

from server.apps.evaluation.calibrate import Fitted
from server.apps.evaluation.plot_series import histogram
from server.apps.evaluation.result import Case, Condition, EvaluationResult, Figure, Plot, Series


def calibration_result(fitted: Fitted, *, golden: str, texts: dict[str, str]) -> EvaluationResult:
    """Scores are those of questions held out by document. `texts`: question id to query."""
    held = fitted.calibration
    condition = Condition(
        name=held.embedder_id,
        figures=(*_shares(fitted), *_reliability_figures(fitted)),
        cases=tuple(_case(*one, text=texts.get(one[0], ""), strong=held.strong) for one in fitted.scores),
        settings={
            "embedder": held.embedder_id,
            "analyser": held.analyser_version,
            "strong": held.strong,
            "borderline": held.borderline,
        },
    )
    return EvaluationResult(
        kind="calibration",
        golden=golden,
        cases=len(fitted.scores),
        conditions=(condition,),
        plots=(_reliability_plot(fitted), _scores_plot(fitted)),
    )


def _shares(fitted: Fitted) -> tuple[Figure, ...]:
    strong = fitted.calibration.strong
    wrong = [score >= strong for _, score, answerable in fitted.scores if not answerable]
    lost = [score < strong for _, score, answerable in fitted.scores if answerable]
    brier = [(score - answerable) ** 2 for _, score, answerable in fitted.scores]
    return tuple(
        Figure(name=name, value=sum(values) / len(values), count=len(values), higher_is_better=False)
        for name, values in (("false_answers", wrong), ("false_refusals", lost), ("brier", brier))
    )


def _reliability_figures(fitted: Fitted) -> tuple[Figure, ...]:
    return tuple(
        Figure(name=name, value=value, count=one.count, group=f"score {one.low:.1f} to {one.high:.1f}")
        for one in fitted.reliability
        for name, value in (("predicted", one.predicted), ("observed", one.observed))
    )


def _case(case_id: str, score: float, answerable: bool, *, text: str, strong: float) -> Case:  # noqa: FBT001  # a row of Fitted.scores
    shown = score >= strong
    name, value = ("false_refusals", not shown) if answerable else ("refused", not shown)
    return Case(
        case_id=case_id,
        text=text,
        group="answerable" if answerable else "unanswerable",
        scores={name: float(value)},
        detail={"score": round(score, 4)},
    )


def _reliability_plot(fitted: Fitted) -> Plot:
    bins = fitted.reliability
    return Plot(
        title="Reliability: what a score promises and what was true",
        kind="line",
        x_label="mean score",
        y_label="share that was answerable",
        series=(
            Series(
                name="observed",
                x=tuple(one.predicted for one in bins),
                y=tuple(one.observed for one in bins),
            ),
            Series(name="perfect", x=(0.0, 1.0), y=(0.0, 1.0)),
        ),
        marks=_thresholds(fitted),
    )


def _scores_plot(fitted: Fitted) -> Plot:
    return Plot(
        title="Scores of held-out questions",
        kind="bars",
        x_label="score",
        y_label="questions",
        series=(
            histogram("answerable", [score for _, score, right in fitted.scores if right]),
            histogram("unanswerable", [score for _, score, right in fitted.scores if not right]),
        ),
        marks=_thresholds(fitted),
    )


def _thresholds(fitted: Fitted) -> dict[str, float]:
    return {"borderline": fitted.calibration.borderline, "strong": fitted.calibration.strong}
