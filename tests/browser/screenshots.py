"""`python -m tests.browser.screenshots`: pictures of every view from the sample documents.

All of them go to artefacts/screenshots, in three languages, light and dark, wide and narrow, to be looked
at; two go to docs/, for the README.
"""

import logging
import shutil
import tempfile
from pathlib import Path

import structlog
from playwright.sync_api import Browser

from tests.browser.chrome import chromium
from tests.browser.desk import Desk, opened
from tests.browser.views import VIEWS, fill_view
from tests.fakes.model_behaviours import Behaviour, answer, pick
from tests.fakes.model_wire import Exchange
from tests.fakes.sites import build_samples
from tests.site.model_sites import model_site

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "artefacts" / "screenshots"
README = {"cards-ko-light": "screenshot-cards.png", "inside-en-light": "screenshot-inside.png"}
LOCALES = {"ko": "ko-KR", "en": "en-GB", "ru": "ru-RU"}
WIDE = {"width": 1280, "height": 860}
NARROW = {"width": 360, "height": 780}
DRAFTS = (
    "감면하는 금액은 늘어난 요금의 100분의 50으로 한다. [#1]",
    "We pay within ten days after both sides agree on the amount. [#1]",
    "Жалоба рассматривается в течение пятнадцати дней. [#1]",
)


def main() -> None:
    """Take all of them."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    OUT.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        model_site(build_samples(Path(folder)), "pick") as (site, model),
        chromium() as browser,
    ):
        for language, draft in zip(LOCALES, DRAFTS, strict=True):
            model.behaviour = _eager(draft)
            for scheme in ("light", "dark"):
                _take_all(browser, site.url, language, scheme, WIDE)
            _take_all(browser, site.url, language, "light", NARROW, ending="-narrow")
    for name, kept in README.items():
        shutil.copyfile(OUT / f"{name}.png", ROOT / "docs" / kept)


def _eager(draft: str) -> Behaviour:
    """A model that picks all it is offered, so that a refusal can be seen, and answers in one sentence."""

    async def behave(call: Exchange) -> None:
        if call.schema:
            await pick(most=99)(call)
        else:
            await answer(call, draft)

    return behave


def _take_all(
    browser: Browser, url: str, language: str, scheme: str, size: dict[str, int], *, ending: str = ""
) -> None:
    look = {"locale": LOCALES[language], "color_scheme": scheme, "viewport": size, "reduced_motion": "reduce"}
    with opened(browser, url, look) as desk:
        fill_view(desk, "cards", language)  # warm
        for view in VIEWS:
            desk.go(view)
            fill_view(desk, view, language)
            if view == "cards" and not ending:
                desk.open_clause()
            _take(desk, f"{view}-{language}-{scheme}{ending}", whole=view in ("inside", "health"))
        desk.go("cards")
        desk.say("별지 제99호서식")
        desk.settle()
        _take(desk, f"nothing-{language}-{scheme}{ending}")
    print(f"{language} {scheme}{ending}")


def _take(desk: Desk, name: str, *, whole: bool = False) -> None:
    desk.page.mouse.move(0, 0)
    desk.page.screenshot(path=OUT / f"{name}.png", full_page=whole)


if __name__ == "__main__":
    main()
