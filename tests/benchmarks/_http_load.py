"""An open-loop client: requests leave on a beat, whether or not answers have come.

It speaks just enough HTTP/1.1 over kept connections: a full client needs as long for a request as the
server does, and that would be measured too.
"""

import asyncio
import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

MOST_OPEN = 200  # a server that stands still is not buried: further beats are counted as missed
TIMEOUT_SECONDS = 30
TIMER_SECONDS = 0.002  # an event loop's timer may ring this late; what is left is spent looking at the clock


async def beat(
    url: str, bodies: Sequence[dict], *, per_second: float, seconds: float
) -> tuple[list[float], int]:
    """Milliseconds of each answer, in no order, and how many beats were missed or failed.

    The time counts from the beat, not from when the client got round to it.
    """
    client = _Client(url, path="/v1/cards")
    payloads = [json.dumps(body, ensure_ascii=False).encode() for body in bodies]
    took: list[float] = []
    missed = 0

    async def ask(number: int, due: float) -> None:
        nonlocal missed
        try:
            status = await asyncio.wait_for(client.post(payloads[number % len(payloads)]), TIMEOUT_SECONDS)
        except (OSError, EOFError, TimeoutError):
            missed += 1
            return
        took.append((perf_counter() - due) * 1000)
        missed += status != 200

    began = perf_counter()
    tasks: set[asyncio.Task[None]] = set()
    for number in range(int(per_second * seconds)):
        due = began + number / per_second
        await _wait_until(due)
        if len(tasks) >= MOST_OPEN:
            missed += 1
            continue
        task = asyncio.create_task(ask(number, due))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    client.close()
    return took, missed


async def _wait_until(due: float) -> None:
    await asyncio.sleep(max(0.0, due - perf_counter() - TIMER_SECONDS))
    while perf_counter() < due:  # noqa: ASYNC110  # the clock is what is waited for
        await asyncio.sleep(0)


class _Client:
    """Posts JSON; a connection that is free is taken again."""

    def __init__(self, url: str, *, path: str) -> None:
        parts = urlsplit(url)
        self._host, self._port = str(parts.hostname), parts.port
        self._head = f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, body: bytes) -> int:
        """The status, once the whole answer has been read."""
        if self._free:
            reader, writer = self._free.pop()
        else:
            reader, writer = await asyncio.open_connection(self._host, self._port)
        writer.write(f"{self._head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        status, *headers = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in headers if line)
        await reader.readexactly(int(fields["content-length"]))
        self._free.append((reader, writer))
        return int(status.split()[1])

    def close(self) -> None:
        """Close what is free; by now that is all."""
        for _, writer in self._free:
            writer.close()


def percentiles(name: str, values: Sequence[float]) -> dict[str, float]:
    """p50, p95 and p99 in milliseconds."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return {f"{name}: p{share} ms": round(cuts[share - 1], 2) for share in (50, 95, 99)}


def resident_megabytes(pid: int) -> float:
    """Of one process, now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 1e6
