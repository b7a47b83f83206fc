"""The page over the real clausecard: real index, real search, a model server that can be anything."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk import opened
from tests.site.model_sites import model_site

pytestmark = pytest.mark.browser

QUERY = "세입자가 바뀌어서 수도 명의변경하려면 뭐 가져가야 해요?"


@pytest.fixture
def folders(built_samples, tmp_path):
    return built_samples.copy_to(tmp_path)


@pytest.fixture
def over(browser, look, folders):
    """A desk over a site whose model server behaves so."""
    stack = []

    def start(behaviour, **environ):
        site = model_site(folders, behaviour, **environ)
        running, _ = site.__enter__()
        desk = opened(browser, running.url, look)
        stack.extend([site, desk])
        return desk.__enter__(), running

    yield start
    for context in reversed(stack):
        context.__exit__(None, None, None)


def test_a_slow_model_upgrades_the_card_that_was_already_there(over):
    desk, _ = over("slow:0.5")
    desk.say(QUERY)
    card = desk.card()
    expect(card).to_have_attribute("data-kind", "snippet")
    desk.settle()
    expect(card).to_have_attribute("data-kind", "items")
    expect(card.locator(".chip .name")).to_have_text(["신분증", "임대차계약서", "위임장"])
    marks = desk.open_clause().locator("mark.item:not([aria-hidden])")
    expect(marks).to_have_text(["신분증", "임대차계약서", "위임장"])
    assert desk.faults() == []


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [("error:500", "unavailable"), ("hang", "timeout"), ("prose", "invalid_reply"), ("none", "none_picked")],
)
def test_a_model_that_fails_leaves_the_extract_and_its_reason(over, behaviour, reason):
    desk, _ = over(behaviour, CLAUSECARD_DEADLINE_MS="1500")
    desk.say(QUERY)
    desk.settle()
    expect(desk.card()).to_have_attribute("data-kind", "snippet")
    expect(desk.card()).to_have_attribute("data-fallback", reason)
    expect(desk.card().locator(".note")).to_be_visible()
    assert desk.faults() == []


def test_an_edit_is_seen_at_once_and_gone_after_a_rebuild_in_its_own_process(over):
    desk, site = over("pick")
    site.edit("water/fees.md", "400원", "500원")
    desk.go("documents")
    expect(desk.page.locator("#documents .tag.warn")).to_have_text("바뀜")
    desk.page.click("#rebuild")
    expect(desk.page.locator("#progress")).to_be_visible()
    expect(desk.page.locator("#rebuilt")).to_have_text("색인이 최신입니다.", timeout=60_000)
    expect(desk.page.locator("#documents .tag.warn")).to_have_count(0)
    assert desk.faults() == []


def test_the_trace_and_the_health_of_the_real_thing_are_drawn(over):
    desk, _ = over("pick")
    desk.go("inside")
    desk.page.fill("#inside-query", QUERY)
    desk.page.check("#inside-generate")
    desk.page.press("#inside-query", "Enter")
    expect(desk.page.locator("#funnel .passed .name")).to_have_text(["신분증", "임대차계약서", "위임장"])
    assert desk.page.locator("#flow > li").count() > 5
    expect(desk.page.locator("#trace svg circle").first).to_be_visible()
    desk.go("health")
    expect(desk.page.locator(".findings li").first).to_be_visible()
    expect(desk.page.locator("#queue")).to_contain_text("연결됨")
    assert desk.faults() == []
