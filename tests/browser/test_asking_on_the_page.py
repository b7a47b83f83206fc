"""Answers with citations that jump to the clause; refusals shown as such."""

import pytest
from playwright.sync_api import expect

from server.domain.reasons import AnswerOutcome

pytestmark = pytest.mark.browser


def ask(desk, question):
    desk.go("ask")
    desk.page.fill("#question", question)
    desk.page.press("#question", "Enter")
    return desk.page.locator(".answer")


def test_a_citation_jumps_to_the_words_it_rests_on(desk):
    answer = ask(desk, "누수 감면 신청")
    expect(answer).to_have_attribute("data-outcome", "answered")
    answer.locator(".cite").first.click()
    panel = desk.page.locator("#panel")
    expect(panel.locator("h2")).to_have_text("제16조 누수에 따른 감면")
    marked = panel.locator("mark.extract:not([aria-hidden])")
    assert marked.text_content() == answer.locator(".sources .soft").first.text_content()
    desk.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(answer.locator(".cite").first).to_be_focused()


def test_a_mark_that_nothing_verified_stays_text(desk):
    pieces = desk.page.evaluate(
        """async () => {
          const { answerText } = await import("/pages/js/ask.js");
          const known = new Map([["1", {n: 1, clause_id: "x", quote: ""}]]);
          return answerText("가 [#1] 나 [#9]", known).map((piece) => piece.tagName ?? piece);
        }"""
    )
    assert pieces == ["가 ", "BUTTON", " 나 ", "[#9]", ""]


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (AnswerOutcome.GENERATION_OFF, "답변 생성 꺼짐"),
        (AnswerOutcome.UNVERIFIED, "확인하지 못함"),
    ],
)
def test_without_an_answer_the_sources_are_still_there(desk, house, outcome, words):
    house.answers.outcome = outcome
    answer = ask(desk, "누수 감면 신청")
    expect(answer.locator(".tag").first).to_have_text(words)
    expect(answer.locator(".sources .link").first).to_be_visible()
    expect(answer.locator(".cite")).to_have_count(0)


def test_a_question_that_the_documents_do_not_answer_is_refused(desk):
    answer = ask(desk, "양자컴퓨터 노벨상")
    expect(answer).to_have_attribute("data-outcome", "refused")
    expect(answer).to_contain_text("근거가 부족합니다")
    expect(answer.locator(".sources")).to_have_count(0)


def test_a_later_question_takes_the_place_of_an_earlier_one(desk, house):
    house.answers.seconds = 0.6
    ask(desk, "누수 감면 신청")
    house.answers.seconds = 0
    desk.page.fill("#question", "양자컴퓨터 노벨상")
    desk.page.click("button.main")
    expect(desk.page.locator(".answer")).to_have_attribute("data-outcome", "refused")
    desk.page.wait_for_timeout(800)
    expect(desk.page.locator(".answer")).to_have_attribute("data-outcome", "refused")
