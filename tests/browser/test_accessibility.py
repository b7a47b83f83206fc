"""axe-core finds nothing serious on any view, light and dark, in any language."""

from pathlib import Path

import pytest

from tests.browser.desk import opened
from tests.browser.views import VIEWS, fill_view

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
BAD = {"serious", "critical"}
LOOKS = [("ko", "ko-KR", "light"), ("ru", "ru-RU", "dark"), ("en", "en-GB", "light")]


@pytest.fixture(scope="module")
def axe():
    assert AXE.exists(), "axe-core is missing: run `tools/setup.sh test`"
    return AXE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("language", "locale", "scheme"), LOOKS, ids=lambda value: value)
def test_no_serious_finding_on_any_view(browser, url, house, axe, language, locale, scheme):
    house.picker.invented = ("주민등록등본",)
    look = {
        "locale": locale,
        "color_scheme": scheme,
        "reduced_motion": "reduce",
        "viewport": {"width": 1280, "height": 900},
    }
    # the policy is lifted for axe alone, which has to be put into the page
    with opened(browser, url, look, bypass_csp=True) as desk:
        for view in VIEWS:
            desk.go(view)
            fill_view(desk, view, language)
            assert findings(desk, axe) == [], view
            if view == "cards":
                desk.open_clause()
                assert findings(desk, axe) == [], "clause"
                desk.say("별지 제99호서식")
                desk.settle()
                assert findings(desk, axe) == [], "nothing found"


def findings(desk, axe):
    desk.page.evaluate(axe)
    found = desk.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:160]} — {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in BAD
        for node in one["nodes"]
    ]
