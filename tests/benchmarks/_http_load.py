"""An open-loop client: requests leave on a beat, whether or not answers have come."""

import asyncio
import statistics
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import httpx

MOST_OPEN = 200  # a server that stands still is not buried: further beats are counted as missed


async def beat(
    url: str, bodies: Sequence[dict], *, per_second: float, seconds: float
) -> tuple[list[float], int]:
    """Milliseconds of each answer, in no order, and how many beats were missed or failed.

    The time counts from the beat, not from when the client got round to it.
    """
    took: list[float] = []
    missed = 0
    limits = httpx.Limits(max_connections=MOST_OPEN, max_keepalive_connections=MOST_OPEN)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=30) as client:

        async def ask(number: int, due: float) -> None:
            nonlocal missed
            try:
                answer = await client.post("/v1/cards", json=bodies[number % len(bodies)])
            except httpx.HTTPError:
                missed += 1
                return
            took.append((perf_counter() - due) * 1000)
            missed += answer.status_code != 200

        began = perf_counter()
        tasks: set[asyncio.Task[None]] = set()
        for number in range(int(per_second * seconds)):
            due = began + number / per_second
            await asyncio.sleep(max(0.0, due - perf_counter()))
            if len(tasks) >= MOST_OPEN:
                missed += 1
                continue
            task = asyncio.create_task(ask(number, due))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.gather(*tasks)
    return took, missed


def percentiles(name: str, values: Sequence[float]) -> dict[str, float]:
    """p50, p95 and p99 in milliseconds."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return {f"{name}: p{share} ms": round(cuts[share - 1], 2) for share in (50, 95, 99)}


def resident_megabytes(pid: int) -> float:
    """Of one process, now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 1e6
