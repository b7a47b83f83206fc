"""What an agent does at the page, and what must never happen there."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

WATCH = """
window.violations = [];
addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
window.shift = 0;
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) window.shift += entry.value;
    window.shifts.push({value: entry.value, input: entry.hadRecentInput});
  }
}).observe({type: "layout-shift", buffered: true});
"""
EXPECTED = "Failed to load resource"  # the browser's own line for a 4xx; tests of failures look at the page
TIMEOUT_MS = 15_000  # a busy machine is no failure


@dataclass(kw_only=True)
class Desk:
    """One page, watched."""

    page: Page
    context: BrowserContext
    url: str
    problems: list[str] = field(default_factory=list)

    def go(self, view: str) -> "Desk":
        """Open a view as a new visit."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.url}/#{view}")
        self.page.wait_for_selector("nav a[aria-current]")
        return self

    def say(self, text: str) -> None:
        """Type what the customer said and press Enter; the cards are on the screen, a pick may still come."""
        self.page.fill("#query", text)
        self.page.evaluate("document.querySelector('#results').replaceChildren()")
        self.page.press("#query", "Enter")
        self.page.wait_for_selector(".card, #empty, #results .notice.bad")

    def settle(self) -> None:
        """Until the answer is complete."""
        self.page.wait_for_selector("#timing .legend")

    def card(self, place: int = 0) -> Locator:
        return self.page.locator(".card").nth(place)

    def open_clause(self, place: int = 0) -> Locator:
        self.card(place).locator("[data-role=source]").click()
        panel = self.page.locator("#panel")
        expect(panel.locator(".body")).to_be_visible()
        return panel

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        return self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    def faults(self) -> list[str]:
        """Scripts that failed, requests that left the origin, refusals of the policy."""
        return [*self.problems, *self.page.evaluate("window.violations")]


@contextmanager
def opened(browser: Browser, url: str, look: dict, *, bypass_csp: bool = False) -> Iterator[Desk]:
    """A desk in a context of its own."""
    context = browser.new_context(**look, bypass_csp=bypass_csp)
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(WATCH)
    page = context.new_page()
    desk = Desk(page=page, context=context, url=url)
    page.on("pageerror", lambda error: desk.problems.append(f"script failed: {error}"))
    page.on("dialog", lambda dialog: (desk.problems.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("console", lambda line: _note(desk, line))
    context.on("request", lambda request: _check_origin(desk, request.url))
    desk.go("cards")
    try:
        yield desk
    finally:
        context.close()


def _note(desk: Desk, line) -> None:
    if line.type == "error" and not line.text.startswith(EXPECTED):
        desk.problems.append(f"console: {line.text}")


def _check_origin(desk: Desk, address: str) -> None:
    if not address.startswith((desk.url, "blob:", "data:")):
        desk.problems.append(f"off origin: {address}")
