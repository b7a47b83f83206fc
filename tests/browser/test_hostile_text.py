"""Text that wants to be more than text: nothing runs, nothing leaves, the page stays usable."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.desk import opened
from tests.browser.hostile import check, hostile_house, hostile_strings, still_usable, visit
from tests.fakes.web import served

pytestmark = pytest.mark.browser

COUNT = 18  # of the 500 that the campaign takes
SEED = 5


def test_hostile_strings_stay_text_everywhere(browser, look):
    strings = hostile_strings(COUNT, seed=SEED)
    house = hostile_house(strings)
    with served(house.services()) as url, opened(browser, url, look) as desk:
        for text in strings:
            visit(desk, text)
        desk.go("documents")
        expect(desk.page.locator("#documents tbody tr")).to_have_count(COUNT)
        desk.page.locator("#documents .link").first.click()
        desk.page.wait_for_selector("[data-clause]")
        check(desk)
        assert still_usable(desk)
        assert desk.faults() == []
        reasons = httpx.get(f"{url}/v1/status").json()["last_hour"]["reasons"]
        assert [one for one in reasons if one["kind"] == "csp"] == []


def test_markup_is_shown_as_the_characters_that_it_is(browser, look):
    text = "<img src=x onerror=window.hostile=1> [링크](javascript:window.hostile=1) **굵게**"
    with served(hostile_house([text]).services()) as url, opened(browser, url, look) as desk:
        desk.say("신청서류목록")
        desk.settle()
        expect(desk.open_clause().locator(".body")).to_contain_text(text)
        check(desk)
        assert desk.faults() == []


def test_a_name_that_turns_text_around_turns_only_itself(browser, look):
    text = "가나\u202e다라"
    with served(hostile_house([text]).services()) as url, opened(browser, url, look) as desk:
        desk.say("신청서류목록")
        desk.settle()
        places = desk.page.evaluate(
            """() => [...document.querySelectorAll(".foot button")]
              .map((one) => one.getBoundingClientRect().left)"""
        )
        assert places == sorted(places)
        assert desk.faults() == []


def test_the_policy_stops_what_would_be_put_into_the_page_all_the_same(browser, url, look):
    with opened(browser, url, look) as desk:
        stopped = desk.page.evaluate(
            """() => {
              const script = document.createElement("script");
              const acts = {
                markup: () => { document.body.innerHTML = "<img src=x>"; },
                script: () => { script.textContent = "window.hostile = 1"; },
                address: () => { script.src = "https://hostile.invalid/a.js"; },
                frame: () => { document.createElement("iframe").srcdoc = "<p>x"; },
                handler: () => { document.body.setAttribute("onclick", "window.hostile = 1"); },
              };
              return Object.entries(acts).map(([name, act]) => {
                try { act(); return `${name} ran`; } catch (error) { return `${name} ${error.name}`; }
              });
            }"""
        )
        assert stopped == [
            f"{name} TypeError" for name in ("markup", "script", "address", "frame", "handler")
        ]
        desk.page.evaluate("fetch('https://hostile.invalid/').catch(() => {})")
        desk.page.wait_for_function("violations.some((one) => one.startsWith('connect-src'))")
