"""`POST /v1/cards` at 50 requests a second against the real program, and its memory.

On the sample documents and on ko-large, whose edition is built unless `index_large` has done so.
"""

import asyncio
import json
import os
import tempfile
from pathlib import Path

import httpx

from tests.benchmarks._http_load import beat, percentiles, resident_megabytes
from tests.benchmarks.index_large import CACHE, SHARED, build_unless_done
from tests.fakes.web import PID_FILE, real_server

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
PER_SECOND, SECONDS, WARM_SECONDS = 50.0, 10.0, 3.0


def run() -> dict[str, object]:
    """Milliseconds from the beat to the whole answer; megabytes resident after the load."""
    figures: dict[str, object] = {"requests per second": PER_SECOND, "load average": os.getloadavg()[0]}
    figures |= measured("samples", SAMPLES / "documents", SAMPLES / "golden" / "questions.jsonl", None)
    if not SHARED.is_dir():
        return {**figures, "ko-large": "../shared/data does not exist"}
    build_unless_done()
    questions = SHARED / "golden" / "golden-retrieval.jsonl"
    figures |= measured("ko-large", CACHE / "clauses.jsonl", questions, CACHE / "editions")
    return figures


def measured(name: str, documents: Path, golden: Path, editions: Path | None) -> dict[str, object]:
    """One server, warmed, then loaded."""
    rows = map(json.loads, golden.read_text("utf-8").splitlines())
    bodies = [{"query": row["query"]} for row in rows]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        if editions is not None:
            (data / "index").symlink_to(editions, target_is_directory=True)
        with real_server(data, {"CLAUSECARD_DOCUMENTS": str(documents)}, build=editions is None) as url:
            asyncio.run(beat(url, bodies, per_second=PER_SECOND, seconds=WARM_SECONDS))
            took, missed = asyncio.run(beat(url, bodies, per_second=PER_SECOND, seconds=SECONDS))
            server_side = httpx.get(f"{url}/v1/status").json()["last_hour"]["routes"]["/v1/cards"]
            megabytes = resident_megabytes(int((data / PID_FILE).read_text()))
    return {
        **percentiles(name, took),
        f"{name}: inside the server, p50 ms": server_side["p50_ms"],
        f"{name}: inside the server, p95 ms": server_side["p95_ms"],
        f"{name}: missed or failed": missed,
        f"{name}: resident MB": megabytes,
    }


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
