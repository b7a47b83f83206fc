"""The report: one file, nothing loaded or run, text stays text. What a browser makes of it: tests/browser."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from server.apps.evaluation.axes import axis, round_step
from server.apps.evaluation.markup import Html, element
from server.apps.evaluation.report import render_report, worst_cases
from server.apps.evaluation.result import Case, Condition, EvaluationResult, Plot, Series
from server.apps.evaluation.svg import draw, shown
from server.apps.evaluation.table import figure_rows, groups, summary
from tests.fakes.evaluation import made_result

HOSTILE = [
    "<script>window.hostile=1</script>",
    "</style><script>1</script>",
    "</title></pre></svg><img src=x onerror=alert(1)>",
    '" onload="alert(1)" x=\'',
    "&lt;b&gt; &#60;i&#62; ]]> <!-- -->",
    "a\x00b\ud800c",
]
ALLOWED = (
    "html head section meta title style body h1 h2 h3 p strong div table thead tbody tr th td data span"
    " figure figcaption svg g line text polyline circle rect details summary code pre"
)


class Elements(HTMLParser):
    """Every element and attribute name of a page, and all of its text."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.attributes, self.text = set(), set(), ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_shown_as_text_wherever_it_stands(text):
    page = render_report(made_result(text), worse=made_result(text).differences)
    seen = Elements(page)
    assert seen.elements <= set(ALLOWED.split())
    assert not any(name.startswith("on") or name in {"src", "href", "style"} for name in seen.attributes)
    visible = text.encode("utf-8", "backslashreplace").decode()
    assert seen.text.count(visible) > 20
    page.encode("utf-8")


def test_the_policy_of_the_page_allows_its_style_sheet_and_nothing_else():
    page = render_report(made_result())
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert re.fullmatch(
        r"default-src &#x27;none&#x27;; style-src &#x27;sha256-[\w+/=]+&#x27;;"
        r" base-uri &#x27;none&#x27;; form-action &#x27;none&#x27;",
        policy,
    )
    assert "url(" not in page
    assert "@import" not in page


def test_a_result_of_nothing_is_a_page_too():
    empty = EvaluationResult(kind="items", golden="none", cases=0, conditions=())
    assert "0 cases" in render_report(empty)


def test_the_worst_cases_come_first_and_perfect_ones_not_at_all():
    scores = [
        ("fine", {"mrr": 1.0, "false_refusals": 0.0}),
        ("refused", {"mrr": 1.0, "false_refusals": 1.0}),
        ("lost", {"mrr": 0.0, "false_refusals": 1.0}),
        ("wrong", {"found": 1, "wrong": 0, "missed": 1, "all_right": 0.0}),
        ("slow", {"milliseconds": 9.0}),
    ]
    cases = tuple(Case(case_id=name, text="", group="", scores=values) for name, values in scores)
    found = worst_cases(Condition(name="c", figures=(), cases=cases))
    assert [case.case_id for case in found] == ["lost", "wrong", "refused"]


def test_children_are_text_unless_they_are_html_and_attributes_are_quoted():
    made = element("p", "<b>", element("i", 1), [Html("&amp;")], class_='"', data_x=None, data_y_z=2)
    assert made == '<p class="&quot;" data-y-z="2">&lt;b&gt;<i>1</i>&amp;</p>'
    assert element("meta", name="viewport") == '<meta name="viewport">'


@pytest.mark.parametrize(
    ("least", "step"), [(0.03, 0.05), (0.2, 0.2), (0.21, 0.5), (1, 1), (1.1, 2), (70, 100), (200, 200)]
)
def test_an_axis_steps_by_round_numbers(least, step):
    assert round_step(least) == pytest.approx(step)


AXES = [
    ([0.2, 1.0], (0, 0.2, 0.4, 0.6, 0.8, 1.0)),
    ([], (0, 0.2, 0.4, 0.6, 0.8, 1.0)),
    ([7.0], (0, 2, 4, 6)),
    ([float("nan"), 3.0], (0, 1, 2, 3)),
]


@pytest.mark.parametrize(("values", "ticks"), AXES)
def test_an_axis_shows_all_values(values, ticks):
    made = axis(values, start=100, end=0, from_zero=True)
    assert made.ticks() == pytest.approx(ticks)
    assert made.place(made.low) == 100


@pytest.mark.parametrize("kind", ["line", "bars"])
@pytest.mark.parametrize("x", [(), (3.0,), (1.0, 2.0, 2.5)])
def test_every_point_is_drawn_inside_the_picture_with_its_value(kind, x):
    series = Series(name="s", x=x, y=tuple(value / 4 for value in x))
    picture = draw(Plot(title="t", kind=kind, x_label="", y_label="", series=(series,)))
    assert re.findall(r"<title>s: ([^<]*)</title>", picture) == [f"{shown(v)}, {shown(v / 4)}" for v in x]
    places = re.findall(r'(?:cx|cy|x|y)="(-?[0-9.]+)"', picture)
    assert all(0 <= float(place) <= 560 for place in places)


def test_the_rows_of_a_terminal_have_a_condition_a_column():
    result = made_result()
    assert groups(result) == ["all", "group plain"]
    columns, rows = figure_rows(result, "all")
    assert columns == ("figure", "n", "lexical", "second plain")
    assert rows[0] == ("mrr", "7", "0.300 0.20-0.40", "0.667 0.57-0.77")
    assert rows[1] == ("p50_ms", "7", "1,235", "1,235")
    one = replace(result, conditions=(result.conditions[0], Condition(name="bare", figures=())))
    assert figure_rows(one, "all")[0] == ("figure", "n", "lexical")


def test_the_summary_holds_the_figures_over_all_cases():
    assert summary(made_result())["lexical"] == {"mrr": 0.1 + 0.2, "p50_ms": 1234.5678}
