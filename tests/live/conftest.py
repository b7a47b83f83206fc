"""The real small model of CI: the 0.5B stack of `make model`, in a process of its own.

It is never skipped: where a part is absent or does not start, the test fails and says why.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

import pytest

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 180.0


@dataclass(frozen=True, kw_only=True, slots=True)
class RealModel:
    url: str  # speaks Ollama's API
    runner_url: str  # the llama.cpp server behind it, OpenAI-compatible
    name: str


@pytest.fixture(scope="session")
def real_model() -> Iterator[RealModel]:
    command = [sys.executable, "-m", "tools.model", "--size", "0.5b", "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    patience = Timer(START_SECONDS, process.kill)
    patience.start()
    try:
        said = ""
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        else:
            pytest.fail(f"the real model did not start: {process.stderr.read()[-2000:]}")
        patience.cancel()
        yield RealModel(
            url=_after("OLLAMA_URL=", said),
            runner_url=_after("llama.cpp server: ", said).rstrip(")."),
            name=_after("GENERATION_MODEL=", said),
        )
    finally:
        patience.cancel()
        process.terminate()
        process.wait(20)
        process.stdout.close()
        process.stderr.close()


def _after(words: str, text: str) -> str:
    found = re.search(re.escape(words) + r"(\S+)", text)
    assert found, f"{words!r} not printed: {text}"
    return found[1]
