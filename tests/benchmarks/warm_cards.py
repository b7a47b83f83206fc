"""What a warm items card costs beside a snippet card, and how soon the first event comes.

Both kinds answer the same clauses in the same run, in turn, through the whole story with the real
gates, policies and SQLite cache; retrieval is a stand-in that costs nothing.
"""

import asyncio
import statistics
import tempfile
from pathlib import Path
from time import perf_counter

import structlog

from server.adapters.sqlite.pick_cache import SqlitePickCache
from server.apps.cards.switch import Switch
from tests.fakes.cards import BODY, QUERY, CardsApp, CountingMetrics, make_clause, make_hit
from tests.fakes.item_picker import FakeItemPicker

CLAUSES = 100
ROUNDS = 5
MODEL_SECONDS = 5.0
PROSE = "③ 그 밖에 급수에 관하여 필요한 사항은 시장이 정하여 고시한다.\n"  # makes a clause of real length
NAMES = ("신분증", "임대차계약서 사본")


def run() -> dict:
    """Milliseconds; `overhead_ms` is warm items p95 less snippet p95."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    clauses = [make_clause(f"제{n}조", body=BODY + "\n" + PROSE * (n % 30)) for n in range(1, CLAUSES + 1)]
    with tempfile.TemporaryDirectory() as folder:
        items, snippets = asyncio.run(_items_and_snippets(clauses, Path(folder) / "picks.sqlite"))
    first = asyncio.run(_first_events())
    structlog.reset_defaults()
    figures = {
        "clauses": CLAUSES,
        "rounds": ROUNDS,
        "warm_items_p50_ms": _percentile(items, 50),
        "warm_items_p95_ms": _percentile(items, 95),
        "snippet_p50_ms": _percentile(snippets, 50),
        "snippet_p95_ms": _percentile(snippets, 95),
        "overhead_ms": round(_percentile(items, 95) - _percentile(snippets, 95), 2),
        "model_seconds": MODEL_SECONDS,
        "first_event_p95_ms": _percentile(first, 95),
    }
    for name, value in figures.items():
        print(f"{name:24} {value}")
    return figures


async def _items_and_snippets(clauses, path) -> tuple[list[float], list[float]]:
    cache = SqlitePickCache(path, metrics=CountingMetrics())
    on = CardsApp(picker=FakeItemPicker(NAMES), cache=cache)
    off = CardsApp(switch=Switch(mode="off"))
    with_items, without = on.recommender(), off.recommender()
    times: dict[str, list[float]] = {"items": [], "snippet": []}
    for turn in range(ROUNDS + 1):  # the first turn warms up and is not counted
        for clause in clauses:
            on.hits = off.hits = (make_hit(clause),)
            for recommender, kind in ((with_items, "items"), (without, "snippet")):
                began = perf_counter()
                answer = await recommender.cards(QUERY, request_id="bench", deadline_ms=10_000)
                if turn:
                    times[kind].append((perf_counter() - began) * 1000)
                    assert answer.cards[0].kind == kind
    cache.close()
    return times["items"], times["snippet"]


async def _first_events() -> list[float]:
    app = CardsApp(picker=FakeItemPicker(MODEL_SECONDS))
    recommender = app.recommender()
    waits = []
    for number in range(40):
        app.hits = (make_hit(make_clause(f"제{number}조")),)
        stream = recommender.stream(QUERY, request_id="bench")
        began = perf_counter()
        await anext(stream)
        waits.append((perf_counter() - began) * 1000)
        pick = asyncio.ensure_future(anext(stream))  # the model is busy while the next one asks
        await asyncio.sleep(0.01)
        pick.cancel()
        await asyncio.gather(pick, return_exceptions=True)
    await recommender.close()
    return waits


def _percentile(values: list[float], percent: int) -> float:
    return round(statistics.quantiles(values, n=100, method="inclusive")[percent - 1], 2)


if __name__ == "__main__":
    run()
