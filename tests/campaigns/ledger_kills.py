"""500 kills during ledger writes: every acknowledged record is there, and the chain verifies."""

import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import sleep

from server.adapters.sqlite.ledger import SqliteLedger

KILLS = 500
WRITER = """
import sys
from pathlib import Path
from server.adapters.sqlite.ledger import SqliteLedger
from server.domain.record import Record
folder, run = Path(sys.argv[1]), sys.argv[2]
ledger = SqliteLedger(folder / "ledger.sqlite", key_file=folder / "ledger.key")
print("ready", flush=True)
for number in range(100_000):
    request_id = f"{run}-{number}"
    ledger.append(Record(request_id=request_id, created_at="2026-12-01T09:00:00+00:00", kind="cards",
                         content={"query": "명의변경", "text": "본문" * (number % 50)}))
    print(request_id, flush=True)
"""


def run(*, kills: int = KILLS, seed: int = 20261201) -> dict[str, object]:
    """The whole campaign; prints its figures."""
    dice = random.Random(seed)
    acknowledged: set[str] = set()
    faults: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(kills):
            acknowledged |= _write_until_killed(folder, number, dice.uniform(0.0, 0.05))
            faults.update(_faults(folder))
        kept = _kept(folder)
    figures: dict[str, object] = {
        "kills": kills,
        "acknowledged": len(acknowledged),
        "lost": len(acknowledged - kept),
        "chain_faults": faults.total(),
        "kinds": dict(faults),
    }
    print(f"ledger kills: {figures}")
    return figures


def _write_until_killed(folder: Path, number: int, seconds: float) -> set[str]:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), str(number)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    writer.stdout.readline()
    sleep(seconds)
    writer.send_signal(signal.SIGKILL)
    printed = writer.stdout.read().split("\n")
    writer.wait()
    writer.stdout.close()
    return {line for line in printed[:-1] if line}  # a line without its end was not acknowledged


def _opened(folder: Path) -> SqliteLedger:
    return SqliteLedger(folder / "ledger.sqlite", key_file=folder / "ledger.key")


def _faults(folder: Path) -> list[str]:
    ledger = _opened(folder)
    fault = ledger.verify().fault
    ledger.close()
    return [] if fault is None else [fault.kind]


def _kept(folder: Path) -> set[str]:
    ledger = _opened(folder)
    kept = {sealed.record.request_id for sealed in ledger.records()}
    ledger.close()
    return kept
