"""Starts the stack of `make model` in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 180.0


@dataclass(frozen=True, kw_only=True, slots=True)
class RealModel:
    url: str  # speaks Ollama's API
    runner_url: str  # the llama.cpp server behind it, OpenAI-compatible
    name: str


@contextmanager
def running_stack(size: str, *options: str) -> Iterator[RealModel]:
    """The model of that size on free ports; raises RuntimeError with its own words when it does not start."""
    command = [sys.executable, "-m", "tools.model", "--size", size, "--port", "0", *options]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        patience = Timer(START_SECONDS, process.kill)
        patience.start()
        try:
            said = ""
            while "Ctrl-C" not in said:
                line = process.stdout.readline()
                if not line:
                    raise RuntimeError(f"the real model did not start: {process.stderr.read()[-2000:]}")
                said += line
            patience.cancel()
            yield RealModel(
                url=_after("OLLAMA_URL=", said),
                runner_url=_after("llama.cpp server: ", said).rstrip(")."),
                name=_after("GENERATION_MODEL=", said),
            )
        finally:
            patience.cancel()
            process.terminate()


def _after(words: str, text: str) -> str:
    found = re.search(re.escape(words) + r"(\S+)", text)
    assert found, f"{words!r} not printed: {text}"
    return found[1]
