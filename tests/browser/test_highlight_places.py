"""Offsets count code points: emoji, combining marks and old Hangul before a name move nothing."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk import opened
from tests.fakes.services import FakeHouse
from tests.fakes.web import served

pytestmark = pytest.mark.browser

BEFORE = {
    "emoji": "🏠🏡 이사 안내 👨‍👩‍👧",
    "astral letters": "𝒜𝔅 𠮷野 안내",
    "combining marks": "e\u0301\u0323 Cafe\u0301 안내",
    "old hangul": "나랏말ᄊᆞ미 안내",
    "flags": "🇰🇷 안내 🇷🇺",
}


@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
def test_the_marks_stand_on_the_names_and_on_nothing_else(browser, look, tmp_path, before):
    body = f"{before} 신청하려는 사람은 다음 서류를 내야 한다.\n1. 신분증 사본\n2. 🪪 확인서(본인만 해당한다)"
    (tmp_path / "rules.md").write_text(f"# 규칙\n\n### 제1조(이사)\n{body}\n", encoding="utf-8")
    house = FakeHouse(tmp_path).build()
    with served(house.services()) as url, opened(browser, url, look) as desk:
        desk.say("이사 신청 서류")
        desk.settle()
        names = desk.card().locator(".chip .name").all_inner_texts()
        assert "신분증 사본" in names
        panel = desk.open_clause()
        expect(panel.locator("mark.item:not([aria-hidden])")).to_have_text(names)
        assert panel.locator(".body").text_content() == body
        assert desk.faults() == []


def test_an_extract_and_a_name_inside_it_are_told_apart(desk):
    pieces = desk.page.evaluate(
        """async () => {
          const { marked } = await import("/pages/js/panel.js");
          const marks = [
            {start: 1, end: 6, kind: "extract"},
            {start: 2, end: 4, kind: "item"},
            {start: 4, end: 5, kind: "item"},
          ];
          const shown = (piece) => piece.className ? `${piece.className}:${piece.textContent}` : piece;
          return marked("😀a신분증😀끝", marks).map(shown);
        }"""
    )
    assert pieces == ["😀", "extract:a", "item:신분", "item:증", "extract:😀", "끝"]


def test_a_mark_beyond_the_end_of_a_clause_breaks_nothing(desk):
    found = desk.page.evaluate(
        """async () => {
          const { marked, marksOfQuote } = await import("/pages/js/panel.js");
          const pieces = marked("abc", [{start: 2, end: 99, kind: "item"}]);
          return [pieces.length, marked("", []).length, marksOfQuote("없음", "abc").length];
        }"""
    )
    assert found == [2, 0, 0]
