"""One result as one HTML file: it loads nothing, runs nothing, and holds the figures of the JSON.

Everything but our own words comes from documents, questions and models, so all of it is escaped
(see markup) and the page's policy allows nothing but its one style sheet.
"""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files

from server.apps.evaluation.markup import Html, element
from server.apps.evaluation.result import Case, Condition, Difference, EvaluationResult, Figure
from server.apps.evaluation.scores import judged, shortfall
from server.apps.evaluation.svg import draw, shown
from server.apps.evaluation.table import difference_rows, groups
from server.domain.plain import as_json

WORST = 15  # cases of a condition that are shown with their trace


def render_report(result: EvaluationResult, *, worse: Sequence[Difference] = ()) -> str:
    """The page. `worse`: regressions against a baseline, shown first."""
    style = files("server.apps.evaluation").joinpath("report.css").read_text(encoding="utf-8")
    title = f"clausecard eval {result.kind}: {result.golden}"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy(style)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Html(style)),
    )
    body = element(
        "body",
        element("h1", title),
        element("p", f"{result.cases} cases · {result.created_at}", class_="about"),
        _settings(result.conditions),
        _differences("Worse than the baseline", worse, class_="bad") if worse else (),
        element("h2", "Figures"),
        element("div", _figures(result), class_="groups"),
        _differences("Differences, paired over the same cases", result.differences),
        _plots(result),
        (_worst_cases(one) for one in result.conditions if not one.is_part),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def worst_cases(condition: Condition) -> list[Case]:
    """The cases that fall short, worst first."""
    short = [case for case in condition.cases if judged(case) and shortfall(case) > 0]
    return sorted(short, key=lambda case: (-shortfall(case), case.case_id))[:WORST]


def _policy(style: str) -> str:
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _settings(conditions: Sequence[Condition]) -> Iterator[Html]:
    for one in conditions:
        if one.settings:
            told = " · ".join(f"{name} {value}" for name, value in one.settings.items() if value != "")
            yield element("p", element("strong", one.name), f" {told}", class_="about")


def _figures(result: EvaluationResult) -> Iterator[Html]:
    for group in groups(result):
        shown_in = [one for one in result.conditions if any(figure.group == group for figure in one.figures)]
        rows = dict.fromkeys(
            figure.name for one in shown_in for figure in one.figures if figure.group == group
        )
        held = _table(
            ("", *(one.name for one in shown_in)),
            ((name, *(_figure(one, one.figure(name, group)) for one in shown_in)) for name in rows),
        )
        yield element("section", element("h3", group), held)


def _figure(condition: Condition, figure: Figure | None) -> object:
    """The cell holds the JSON's very value; what is read is rounded."""
    if figure is None:
        return ""
    value = element(
        "data",
        shown(figure.value),
        value=json.dumps(figure.value),
        data_condition=condition.name,
        data_figure=figure.name,
        data_group=figure.group,
    )
    between = figure.interval
    ends = f"{shown(between.low)} to {shown(between.high)}" if between else ""
    return (
        value,
        element("span", ends, class_="interval"),
        element("span", f"n={figure.count}", class_="n"),
    )


def _differences(title: str, found: Sequence[Difference], *, class_: str | None = None) -> Iterator[Html]:
    if not found:
        return
    yield element("h2", title, class_=class_)
    columns, rows = difference_rows(found)
    yield _table(columns, rows)


def _plots(result: EvaluationResult) -> Iterator[Html]:
    if result.plots:
        yield element("h2", "Plots")
        yield element(
            "div",
            (element("figure", element("figcaption", plot.title), draw(plot)) for plot in result.plots),
            class_="plots",
        )


def _worst_cases(condition: Condition) -> Iterator[Html]:
    cases = worst_cases(condition)
    if not cases:
        return
    yield element("h2", f"Worst cases: {condition.name}")
    for case in cases:
        scores = ", ".join(f"{name} {shown(value)}" for name, value in case.scores.items())
        trace = json.dumps(as_json(case.detail), ensure_ascii=False, indent=1)
        yield element(
            "details",
            element("summary", element("code", case.case_id), case.text),
            element("pre", f"{case.group}: {scores}\n{trace}"),
            data_case=case.case_id,
        )


def _table(columns: Sequence[str], rows: Iterable[tuple[object, ...]]) -> Html:
    head = element("thead", element("tr", (element("th", one, scope="col") for one in columns)))
    body = element("tbody", (element("tr", _cells(row)) for row in rows))
    return element("div", element("table", head, body), class_="wide")


def _cells(row: tuple[object, ...]) -> Iterator[Html]:
    yield element("th", row[0], scope="row")
    for cell in row[1:]:
        yield element("td", cell)
