"""Cards: at once, upgraded in place, with a reason when not, never with a jump."""

import pytest
from playwright.sync_api import expect

from server.domain.errors import ModelUnavailable
from tests.browser.desk import opened
from tests.fakes.services import FakeHouse
from tests.fakes.web import served

pytestmark = pytest.mark.browser

QUERY = "세입자가 바뀌어서 수도 명의변경하려면 뭐 가져가야 해요?"
MANY = "이사 요금 신청 서류"
MOST_SHIFT = 0.02  # web.dev calls 0.1 good; this is a fifth of it


def test_a_card_shows_what_to_bring_with_its_source_and_who_picked(desk):
    desk.say(QUERY)
    desk.settle()
    card = desk.card()
    expect(card).to_have_attribute("data-kind", "items")
    expect(card.locator(".chip .name")).to_have_text(["신분증", "임대차계약서", "위임장"])
    expect(card.locator(".chip .condition")).to_have_text(
        ["임차인이 신청하는 경우만 해당한다", "대리인이 신청하는 경우만 해당한다"]
    )
    expect(card.locator(".tag")).to_have_text("AI가 고른 항목")
    expect(card.locator("[data-role=source]")).to_have_text("가온시 수도 급수 조례 · 제12조 · 62행")


def test_the_first_card_is_there_before_a_slow_model_and_upgraded_in_place(desk, house):
    house.picker.seconds = 0.6
    desk.say(QUERY)
    card = desk.card()
    expect(card).to_have_attribute("data-kind", "snippet")
    expect(card.locator(".waiting")).to_contain_text("필요 서류를 고르는 중")
    name = card.get_attribute("data-card")
    desk.settle()
    expect(card).to_have_attribute("data-kind", "items")
    assert card.get_attribute("data-card") == name
    expect(desk.page.locator("#live")).to_have_text("첫 카드에 필요 서류가 표시되었습니다.")


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("error", [None, ModelUnavailable("it is gone")], ids=["upgrade", "fallback"])
def test_the_end_of_a_pick_moves_nothing(desk, house, width, error):
    desk.page.set_viewport_size({"width": width, "height": 900})
    house.picker.seconds, house.picker.error = 0.9, error
    desk.say(MANY)
    assert desk.card().locator(".waiting").count()
    assert desk.page.locator(".card").count() > 1
    desk.page.wait_for_timeout(550)  # the pressed key no longer excuses a shift
    desk.page.evaluate("window.shift = 0")
    second = desk.card(1).bounding_box()
    desk.settle()
    assert desk.card(1).bounding_box() == second
    assert desk.page.evaluate("window.shift") < MOST_SHIFT


def test_a_list_that_is_longer_than_its_room_unfolds_on_demand(browser, tmp_path, look):
    papers = "\n".join(
        f"{n}. 제{n}종 확인서(해당 업종의 사업자가 신청하는 경우만 해당한다)" for n in range(1, 13)
    )
    text = f"# 조례\n\n### 제1조(등록)\n등록하려는 자는 다음 서류를 제출하여야 한다.\n{papers}\n"
    (tmp_path / "rules.md").write_text(text, encoding="utf-8")
    house = FakeHouse(tmp_path).build()
    house.picker.seconds = 0.3
    with served(house.services()) as url, opened(browser, url, look) as desk:
        desk.say("등록 서류")
        desk.settle()
        unfold = desk.card().locator(".unfold")
        unfold.click()
        expect(unfold).to_have_count(0)
        expect(desk.card().locator(".chip").last).to_be_in_viewport()
        expect(desk.card().locator(".chip").first).to_be_focused()
        assert desk.faults() == []


def test_a_dead_model_leaves_the_extract_and_a_quiet_reason(desk, house):
    house.picker.error = ModelUnavailable("it is gone")
    desk.say(QUERY)
    desk.settle()
    card = desk.card()
    expect(card).to_have_attribute("data-kind", "snippet")
    expect(card).to_have_attribute("data-fallback", "unavailable")
    expect(card.locator(".note")).to_have_text("모델에 연결되지 않아 원문 일부를 보여 드립니다.")
    expect(card.locator(".waiting")).to_have_count(0)


def test_a_model_that_never_ends_costs_no_more_than_the_deadline(browser, look):
    house = FakeHouse(deadline_ms=800).build()
    house.picker.seconds = 60
    with served(house.services()) as url, opened(browser, url, look) as desk:
        desk.say(QUERY)
        desk.settle()
        expect(desk.card()).to_have_attribute("data-fallback", "timeout")
        assert desk.faults() == []


def test_a_server_that_goes_away_during_a_pick_leaves_the_cards(browser, look, house):
    house.picker.seconds = 60
    with served(house.services()) as url:
        visit = opened(browser, url, look)
        desk = visit.__enter__()
        desk.say(MANY)
    expect(desk.page.locator("#timing .notice.bad")).to_have_text("서버에 연결할 수 없습니다.")
    assert desk.page.locator(".card").count() > 1
    expect(desk.page.locator(".waiting")).to_have_count(0)
    visit.__exit__(None, None, None)


def test_a_browser_that_forbids_copying_is_said(desk):
    desk.say(QUERY)
    desk.settle()
    desk.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    desk.card().locator(".chip").first.click()
    expect(desk.page.locator("#live")).to_have_text("브라우저가 복사를 허용하지 않습니다.")


def test_nothing_found_says_so_and_where_was_searched(desk):
    desk.page.select_option("#collection", "tenancy")
    desk.say("양자컴퓨터 노벨상")
    empty = desk.page.locator("#empty")
    expect(empty.locator("h2")).to_have_text("관련 문서 없음")
    expect(empty).to_contain_text("tenancy")
    expect(desk.page.locator("#live")).to_contain_text("관련 문서 없음")


def test_a_missing_exact_term_is_named(desk):
    desk.say("별지 제99호서식 어디 있어요")
    expect(desk.page.locator("#empty .tag.bad")).to_have_text("별지 제99호서식")


def test_an_empty_index_is_told_apart_from_nothing_found(desk, house):
    house.store.edition = None
    desk.say(QUERY)
    expect(desk.page.locator("#empty")).to_have_attribute("data-outcome", "index_empty")
    expect(desk.page.locator("#empty h2")).to_have_text("색인이 아직 없습니다. 문서를 먼저 색인해 주세요.")


def test_a_full_ledger_is_a_problem_with_what_to_do(desk, house):
    house.ledger.full = True
    desk.say(QUERY)
    expect(desk.page.locator("#results .notice.bad")).to_be_visible()


def test_a_name_and_a_whole_card_are_copied_with_source_and_label(desk):
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=desk.url)
    desk.say(QUERY)
    desk.settle()
    pasted = "navigator.clipboard.readText()"
    desk.card().locator(".chip").nth(1).click()
    expect(desk.page.locator("#live")).to_have_text("복사했습니다.")
    assert desk.page.evaluate(pasted) == "임대차계약서"
    desk.card().locator("[data-role=copy]").click()
    expect(desk.card().locator("[data-role=copy]")).to_have_class("quiet copied")
    assert desk.page.evaluate(pasted).splitlines() == [
        "필요 서류: 신분증 · 임대차계약서 · 위임장",
        "- 임대차계약서: 임차인이 신청하는 경우만 해당한다",
        "- 위임장: 대리인이 신청하는 경우만 해당한다",
        "가온시 수도 급수 조례 · 제12조 · 62행",
        "AI가 고른 항목",
    ]


def test_the_clause_opens_beside_with_the_picked_names_marked(desk):
    desk.say(QUERY)
    desk.settle()
    panel = desk.open_clause()
    expect(panel.locator("mark.item:not([aria-hidden])")).to_have_text(["신분증", "임대차계약서", "위임장"])
    expect(panel).to_contain_text("62–68행")


def test_the_call_is_remembered_with_its_request_ids_until_a_new_one(desk):
    desk.say(QUERY)
    desk.say("양자컴퓨터")
    entries = desk.page.locator(".history li")
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("관련 문서 없음")
    desk.settle()
    assert entries.first.locator(".mono").inner_text() == desk.page.locator("#timing .mono").inner_text()
    entries.last.locator("button").click()
    expect(desk.page.locator("#query")).to_have_value(QUERY)
    expect(desk.card()).to_be_visible()
    desk.page.click("text=새 통화")
    expect(entries).to_have_count(0)
    expect(desk.page.locator("#query")).to_be_focused()


def test_feedback_goes_to_the_ledger_beside_its_record(desk, house):
    desk.say(QUERY)
    desk.settle()
    desk.card().locator("[data-role=wrong_item]").click()
    expect(desk.card().locator("[data-role=wrong_item]")).to_have_text("✓ 기록했습니다.")
    content = house.ledger.sealed[-1].record.content
    assert content["verdict"] == "wrong_item"
    assert content["card_id"] == desk.card().get_attribute("data-card")
    assert content["request_id"] == desk.page.locator("#timing .mono").inner_text()


def test_typing_is_followed_when_asked_to_and_makes_one_entry(desk):
    desk.page.check("#live-search")
    desk.page.locator("#query").press_sequentially("명의변경", delay=30)
    expect(desk.card()).to_be_visible()
    desk.page.locator("#query").press_sequentially(" 서류가 뭐예요", delay=30)
    desk.page.wait_for_timeout(600)
    expect(desk.page.locator(".history li")).to_have_count(1)


def test_a_changed_document_is_said_on_its_card(browser, tmp_path, look):
    file = tmp_path / "rules.md"
    file.write_text("# 조례\n\n### 제1조(수수료)\n수수료는 400원으로 한다.\n", encoding="utf-8")
    house = FakeHouse(tmp_path).build()
    file.write_text("# 조례\n\n### 제1조(수수료)\n수수료는 500원으로 한다.\n", encoding="utf-8")
    with served(house.services()) as url, opened(browser, url, look) as desk:
        desk.say("수수료는 얼마")
        expect(desk.card().locator(".tag.warn")).to_have_text("원문이 바뀜")
        expect(desk.page.locator("#results .notice.warn")).to_be_visible()
        assert desk.faults() == []
