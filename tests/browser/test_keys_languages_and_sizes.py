"""Keyboard only, three languages, light and dark, small windows, large type, calm motion."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk import opened
from tests.browser.views import VIEWS, fill_view

pytestmark = pytest.mark.browser

QUERY = "이사 요금 신청 서류"


def focused(desk):
    return desk.page.evaluate(
        """() => {
          const {dataset, id, textContent} = document.activeElement;
          return (dataset.role || id || textContent).trim();
        }"""
    )


def test_a_call_is_served_from_the_keyboard_alone(desk):
    assert focused(desk) == "query"
    press = desk.page.keyboard.press
    desk.page.keyboard.type(QUERY)
    press("Enter")
    desk.settle()
    press("ArrowDown")
    press("ArrowDown")
    expect(desk.card(1).locator("[data-role=source]")).to_be_focused()
    press("Enter")
    expect(desk.page.locator("#panel .body")).to_be_visible()
    expect(desk.page.locator("[data-close]")).to_be_focused()
    press("Escape")
    expect(desk.card(1).locator("[data-role=source]")).to_be_focused()
    press("ArrowUp")
    press("ArrowUp")
    assert focused(desk) == "query"
    press("ArrowDown")
    press("Escape")
    assert focused(desk) == "query"
    assert desk.page.evaluate("getSelection().toString() || document.activeElement.value") == QUERY


def test_focus_goes_in_the_order_of_the_page(desk):
    desk.say(QUERY)
    desk.settle()
    desk.page.focus(".skip")
    seen = [focused(desk)]
    for _ in range(19):
        desk.page.keyboard.press("Tab")
        seen.append(focused(desk))
    assert seen[:2] == ["본문으로 건너뛰기", "clausecard"]
    assert seen[2:7] == ["카드", "질문", "문서", "들여다보기", "상태"]
    assert seen[7:12] == ["language", "theme", "query", "collection", "live-search"]
    assert seen.index("source") < seen.index("copy") < seen.index("useful")


def test_the_skip_link_leads_past_the_navigation(desk):
    desk.go("ask")
    desk.page.focus(".skip")
    desk.page.keyboard.press("Enter")
    assert focused(desk) == "view"
    desk.page.keyboard.press("Tab")
    assert focused(desk) == "question"


def test_a_pick_that_arrives_does_not_take_the_focus_away(desk, house):
    house.picker.seconds = 0.5
    desk.say(QUERY)
    desk.page.keyboard.press("ArrowDown")
    desk.settle()
    expect(desk.card().locator("[data-role=source]")).to_be_focused()


def test_the_language_is_switched_remembered_and_told_to_screen_readers(desk):
    desk.page.select_option("#language", "ru")
    expect(desk.page.locator("nav a").first).to_have_text("Карточки")
    expect(desk.page.locator("html")).to_have_attribute("lang", "ru")
    desk.go("health")
    expect(desk.page.locator("#doctor h2")).to_have_text("Проверка")
    desk.page.select_option("#language", "en")
    expect(desk.page.locator("#doctor h2")).to_have_text("Doctor")
    assert desk.page.title() == "Health · clausecard"


@pytest.mark.parametrize(
    ("locale", "label"),
    [("en-GB", "What the customer said"), ("ru-RU", "Что сказал клиент"), ("fr-FR", "고객이 한 말")],
)
def test_the_browsers_language_is_taken_where_the_page_speaks_it(browser, url, locale, label):
    with opened(browser, url, {"locale": locale}) as desk:
        expect(desk.page.locator("label[for=query]")).to_have_text(label)


def test_dark_follows_the_system_and_can_be_chosen(browser, url):
    ground = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, url, {"locale": "ko-KR", "color_scheme": "dark"}) as desk:
        dark = desk.page.evaluate(ground)
        desk.page.click("#theme")
        light = desk.page.evaluate(ground)
        assert dark != light
        desk.go("ask")
        assert desk.page.evaluate(ground) == light
        desk.page.click("#theme")
        assert desk.page.evaluate(ground) == dark


SIZES = {
    "320 px": {"viewport": {"width": 320, "height": 640}},
    "200 % zoom": {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2},
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_nothing_scrolls_sideways(browser, url, view, size):
    with opened(browser, url, {"locale": "ru-RU", **size}) as desk:
        desk.go(view)
        fill_view(desk, view, "ru")
        assert desk.overflow() == 0
        if view in ("cards", "documents"):
            desk.page.locator("[data-role=source], [data-clause]").first.click()
            expect(desk.page.locator("#panel .body")).to_be_visible()
            assert desk.overflow() == 0


def test_nothing_moves_for_those_who_asked_for_calm(browser, url, house):
    house.picker.seconds = 0.5
    names = "getComputedStyle(document.querySelector('.waiting i')).animationName"
    for motion, name in (("reduce", "none"), ("no-preference", "breathe")):
        house.cache.broken = True
        with opened(browser, url, {"locale": "ko-KR", "reduced_motion": motion}) as desk:
            desk.say(QUERY)
            assert desk.page.evaluate(names) == name
            desk.settle()
