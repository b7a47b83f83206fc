"""The report of an evaluation, opened as a file: its figures are the JSON's, and nothing in it runs."""

import json

import pytest

from server.apps.evaluation.report import render_report
from server.domain.plain import as_json
from tests.browser.hostile import hostile_strings
from tests.fakes.evaluation import made_result

pytestmark = pytest.mark.browser

FIGURES = (
    """all => all.map((one) => [one.dataset.condition, one.dataset.group, one.dataset.figure, one.value])"""
)


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a result's report; gives the page and the lines that the browser complained with."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    page = context.new_page()
    complaints = []
    page.on("console", lambda line: complaints.append(line.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
    page.on(
        "request", lambda request: None if request.url.startswith("file:") else complaints.append(request.url)
    )

    def open_report(result):
        file = tmp_path / "report.html"
        file.write_text(render_report(result, worse=result.differences), encoding="utf-8")
        page.goto(file.as_uri())
        return page, complaints

    yield open_report
    context.close()


def test_every_figure_of_the_page_is_the_one_of_the_json(opened):
    result = made_result()
    page, complaints = opened(result)
    told = json.loads(json.dumps(as_json(result)))
    expected = {
        (condition["name"], figure["group"], figure["name"]): figure["value"]
        for condition in told["conditions"]
        for figure in condition["figures"]
    }
    shown = page.eval_on_selector_all("data", FIGURES)
    assert {tuple(names): json.loads(value) for *names, value in shown} == expected
    assert complaints == []


def test_the_style_sheet_is_let_in_and_the_plots_are_drawn(opened):
    page, complaints = opened(made_result())
    assert page.locator("svg").count() == 2
    assert page.locator("svg circle").count() == 4
    assert page.locator("svg .bars rect").count() == 4
    assert page.evaluate("getComputedStyle(document.querySelector('figure')).borderTopStyle") == "solid"
    page.locator("details summary").first.click()
    assert "0.123456789" in page.locator("details[open] pre").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints == []


def test_hostile_text_runs_nothing_and_makes_no_element(opened):
    plain = opened(made_result())[0].locator("*").count()
    for text in hostile_strings(40, seed=11):
        page, complaints = opened(made_result(text))
        assert page.locator("*").count() == plain, text
        assert complaints == [], text
        assert page.evaluate("window.hostile === undefined")
