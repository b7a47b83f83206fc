"""The trace as a picture, and how the service is doing."""

import pytest
from playwright.sync_api import expect

from server.domain.errors import ModelUnavailable

pytestmark = pytest.mark.browser

QUERY = "명의변경에 필요한 서류"


def look_inside(desk, query, *, generate=True):
    desk.go("inside")
    desk.page.fill("#inside-query", query)
    desk.page.set_checked("#inside-generate", generate)
    desk.page.press("#inside-query", "Enter")
    desk.page.wait_for_selector("#flow")


def test_every_step_has_its_time_and_the_last_one_is_the_verdict(desk):
    look_inside(desk, QUERY)
    expect(desk.page.locator("#flow > li").last).to_contain_text("판정")
    assert all("ms" in text for text in desk.page.locator("#flow > li:not(.last) .time").all_inner_texts())


def test_scores_stand_on_an_axis_with_both_thresholds(desk):
    look_inside(desk, QUERY)
    chart = desk.page.locator("#trace svg.chart").first
    expect(chart.locator(".threshold")).to_have_count(2)
    expect(chart).to_contain_text("0.32")
    circles = chart.locator("circle")
    scores = [float(text) for text in chart.locator("g .faint").all_text_contents()][: circles.count()]
    places = [float(circle.get_attribute("cx")) for circle in circles.all()]
    assert len(places) == 12
    assert places == sorted(places, reverse=True)
    assert scores == sorted(scores, reverse=True)


def test_every_refusal_is_shown_with_its_gate(desk, house):
    house.picker.invented = ("주민등록등본", "서류")
    look_inside(desk, QUERY)
    refused = desk.page.locator("#funnel .refused")
    expect(refused.locator("s")).to_have_text(["주민등록등본", "서류"])
    expect(refused).to_contain_text("본문에 없음")
    expect(desk.page.locator("#funnel .passed .name")).to_have_text(["신분증", "임대차계약서", "위임장"])


def test_without_the_box_no_model_is_asked(desk, house):
    look_inside(desk, QUERY, generate=False)
    assert house.picker.calls == 0


def test_a_missing_exact_term_is_marked_and_the_verdict_says_why(desk):
    look_inside(desk, "별지 제99호서식")
    expect(desk.page.locator("#trace .tag.bad")).to_have_text("별지 제99호서식 ✕")
    expect(desk.page.locator("#flow .last")).to_contain_text("꼭 맞아야 하는 말이 문서에 없습니다.")


def test_the_doctor_says_what_is_wrong_and_what_to_do(desk):
    desk.go("health")
    lines = desk.page.locator(".findings li")
    expect(lines).to_have_count(3)
    expect(lines.nth(0).locator(".tag")).to_have_text("정상")
    expect(lines.nth(2).locator(".tag")).to_have_text("실패")
    expect(lines.nth(2)).to_contain_text("→ make room")


def test_the_last_hour_is_drawn_with_the_reasons_of_snippets(desk, house):
    house.picker.error = ModelUnavailable("it is gone")
    desk.say(QUERY)
    desk.settle()
    desk.go("health")
    expect(desk.page.locator("#latency svg")).to_contain_text("/cards/stream")
    expect(desk.page.locator("#reasons svg")).to_contain_text("연결 안 됨")
    expect(desk.page.locator("#queue")).to_contain_text("연결됨")
    expect(desk.page.locator("#editions tbody tr")).to_have_count(1)


def test_a_server_that_is_gone_is_said_plainly(desk):
    desk.go("inside")
    desk.page.route("**/v1/**", lambda route: route.abort())
    desk.page.fill("#inside-query", QUERY)
    desk.page.press("#inside-query", "Enter")
    expect(desk.page.locator("#trace .notice.bad")).to_have_text("서버에 연결할 수 없습니다.")
