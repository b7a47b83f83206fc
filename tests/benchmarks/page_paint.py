"""From Enter to the painted first card, in a real browser over the real server on loopback.

Warm, generation on, and a model that is slower than the deadline: the first card must not wait for it.
The page itself measures (performance API): the submit event's time to the frame after the card's.
"""

import statistics
import tempfile
from pathlib import Path

from tests.browser.chrome import chromium
from tests.browser.desk import opened
from tests.browser.views import SAID
from tests.fakes.ollama import FakeOllama
from tests.fakes.web import real_server

ROUNDS = 50
WARM = 10
MODEL_SECONDS = 5
QUERIES = (
    *SAID.values(),
    "누수로 요금이 많이 나왔는데 감면 서류",
    "급수공사 신청 서류",
    "papers for a parking permit",
)
PAINTED = "performance.getEntriesByName('clausecard:first-card').length"
LAST = "performance.getEntriesByName('clausecard:first-card').at(-1).duration"


def run() -> dict[str, object]:
    """Milliseconds over ROUNDS searches after WARM others."""
    with (
        tempfile.TemporaryDirectory() as folder,
        FakeOllama(behaviour=f"slow:{MODEL_SECONDS}") as model,
        real_server(Path(folder), {"OLLAMA_URL": model.url, "GENERATION_MODEL": "fake"}) as url,
        chromium() as browser,
        opened(browser, url, {"locale": "ko-KR"}) as desk,
    ):
        times = [_search(desk, QUERIES[turn % len(QUERIES)], turn) for turn in range(WARM + ROUNDS)][WARM:]
        kept_waiting = desk.page.locator(".pending").count()
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return {
        "searches": len(times),
        "model_seconds": MODEL_SECONDS,
        "pick_under_way_at_the_end": bool(kept_waiting),
        "first_card_p50_ms": round(cuts[49], 1),
        "first_card_p95_ms": round(cuts[94], 1),
        "first_card_max_ms": round(max(times), 1),
    }


def _search(desk, query: str, turn: int) -> float:
    desk.say(query)
    desk.page.wait_for_function(f"{PAINTED} > {turn}")
    return desk.page.evaluate(LAST)
