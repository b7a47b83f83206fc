"""The views, and how each is brought to where it shows the most."""

from tests.browser.desk import Desk

VIEWS = ("cards", "ask", "documents", "inside", "health")
SAID = {
    "ko": "세입자가 바뀌어서 수도 명의변경하려면 뭐 가져가야 해요?",
    "en": "How do I get my deposit back, which papers do you need?",
    "ru": "какие документы нужны для заключения договора?",
}
ASKED = {
    "ko": "땅속에서 물이 새서 요금이 늘면 얼마나 깎아 주나요?",
    "en": "When is the deposit paid back?",
    "ru": "Сколько дней рассматривают жалобу?",
}
LOOKED_INTO = {
    "ko": "급수공사를 신청하려면 어떤 서류가 필요해요?",
    "en": "Which papers do I send with the application for a home?",
    "ru": "Какие документы нужны для возврата переплаты?",
}


def fill_view(desk: Desk, view: str, language: str) -> None:
    """Ask, open or look, and wait until everything is there."""
    page = desk.page
    if view == "cards":
        desk.say(SAID[language])
        desk.settle()
    elif view == "ask":
        page.fill("#question", ASKED[language])
        page.press("#question", "Enter")
        page.wait_for_selector(".answer")
    elif view == "documents":
        page.locator("#documents .link").last.click()
        page.wait_for_selector("[data-clause]")
        page.wait_for_selector("#upload > :nth-child(2)")
    elif view == "inside":
        page.fill("#inside-query", LOOKED_INTO[language])
        page.check("#inside-generate")
        page.press("#inside-query", "Enter")
        page.wait_for_selector("#flow")
    else:
        page.wait_for_selector(".findings li")
        page.wait_for_selector("#latency")
        page.wait_for_selector("#editions table")
