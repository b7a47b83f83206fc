"""Over HTTP, with a model that takes 5 s: how soon the first event comes, and what a warm items card costs.

The real program and a fake model server, each in a process of its own.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import httpx

from tests.benchmarks._http_load import percentiles
from tests.fakes.sites import SAMPLES
from tests.fakes.web import real_server
from tests.site.model_sites import OTHERS, QUERY

MODEL_SECONDS = 5.0
DEADLINE_MS = 1_000
ROUNDS = 100
GAP_SECONDS = 0.02


def run() -> dict[str, object]:
    """Milliseconds; `items less snippet` is the price of a warm items card."""
    with tempfile.TemporaryDirectory() as folder:
        documents = {"CLAUSECARD_DOCUMENTS": str(SAMPLES)}
        with fake_model(f"slow:{MODEL_SECONDS}") as model:
            on = {"OLLAMA_URL": model, "GENERATION_MODEL": "fake", "CLAUSECARD_DEADLINE_MS": str(DEADLINE_MS)}
            on["CLAUSECARD_BREAKER_FAILURES"] = "1000"  # every one waits for its deadline
            with real_server(Path(folder) / "slow", {**documents, **on}) as url:
                first = asyncio.run(first_events(url))
                late = asyncio.run(whole_answers(url))
        with fake_model("pick") as model:
            on = {"OLLAMA_URL": model, "GENERATION_MODEL": "fake", "CLAUSECARD_DEADLINE_MS": "30000"}
            data = Path(folder) / "warm"
            with (
                real_server(data, {**documents, **on}) as items,
                real_server(Path(folder) / "off", documents) as snippets,
            ):
                warm, plain = in_turn(items, snippets)
    figures: dict[str, object] = {"model seconds": MODEL_SECONDS, "load average": os.getloadavg()[0]}
    figures |= percentiles("first event", first)
    figures |= percentiles(f"answer at a deadline of {DEADLINE_MS} ms", late)
    figures |= percentiles("warm items card", warm) | percentiles("snippet card", plain)
    key = "p95 ms"
    figures["items less snippet, p95 ms"] = round(
        float(str(figures[f"warm items card: {key}"])) - float(str(figures[f"snippet card: {key}"])), 2
    )
    return figures


async def first_events(url: str) -> list[float]:
    """From the request to the first event, hanging up after it, on clauses that nobody has picked."""
    took: list[float] = []
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        for turn in range(ROUNDS + 10):
            began = perf_counter()
            async with client.stream("POST", "/v1/cards/stream", json={"query": QUERY}) as response:
                async for line in response.aiter_lines():
                    if line.startswith("data:"):
                        took.append((perf_counter() - began) * 1000)
                        break
            if turn < 10:
                took.clear()
            await asyncio.sleep(GAP_SECONDS)
    return took


async def whole_answers(url: str) -> list[float]:
    """From the request to the whole answer, each for another clause that the slow model has not picked."""
    took: list[float] = []
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        for query in OTHERS:
            began = perf_counter()
            answer = await client.post("/v1/cards", json={"query": query})
            took.append((perf_counter() - began) * 1000)
            assert answer.json()["cards"][0]["fallback_reason"] in {"timeout", "busy"}
    return took


def in_turn(items_url: str, snippets_url: str) -> tuple[list[float], list[float]]:
    """The same question to both servers, one after the other, warm."""
    took: dict[str, list[float]] = {"items": [], "snippet": []}
    with (
        httpx.Client(base_url=items_url, timeout=60) as items,
        httpx.Client(base_url=snippets_url) as snippets,
    ):
        for turn in range(ROUNDS + 10):
            for kind, client in (("items", items), ("snippet", snippets)):
                began = perf_counter()
                answer = client.post("/v1/cards", json={"query": QUERY})
                if turn >= 10:
                    took[kind].append((perf_counter() - began) * 1000)
                    assert answer.json()["cards"][0]["kind"] == kind
    return took["items"], took["snippet"]


@contextmanager
def fake_model(behaviour: str) -> Iterator[str]:
    """Its address."""
    command = [sys.executable, "-m", "tests.fakes.ollama", "--behaviour", behaviour, "--parallel", "4"]
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield re.sub(r"\s", "", process.stdout.readline())
        finally:
            process.terminate()


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
