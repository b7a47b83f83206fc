"""Runs llama.cpp's server inside this process, on a loopback port of its own."""

import importlib
import os
import platform
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BATCH = 128  # tokens of a prompt between two looks whether the caller is still there
CPU_INFO = Path("/proc/cpuinfo")


class RunnerError(Exception):
    """The runner cannot work on this machine."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Runner:
    """A loaded model. Keep the value: the server ends when `handle` is dropped."""

    url: str
    context_tokens: int
    handle: Any


def start_runner(model: Path, *, name: str, context_tokens: int, threads: int) -> Runner:
    """Load the model (blocks for seconds) and serve it. Raises RunnerError."""
    check_processor()
    try:
        llama = importlib.import_module("xllamacpp")
    except ImportError as error:
        raise RunnerError(
            "xllamacpp is not installed: pip install --no-deps --require-hashes -r requirements/model-ci.txt"
        ) from error
    wanted = llama.CommonParams()
    wanted.model.path = str(model)
    wanted.model_alias = {name}
    wanted.n_ctx = context_tokens
    wanted.n_parallel = 1
    wanted.n_batch = wanted.n_ubatch = BATCH
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = free_port()
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = threads
    wanted.use_jinja = True
    wanted.verbosity = 0
    handle = llama.Server(wanted)
    return Runner(url=handle.listening_address, context_tokens=context_tokens, handle=handle)


def check_processor(cpu_info: Path = CPU_INFO) -> None:
    """The packaged runner is built for AVX2; without it the process would die without a word."""
    if platform.machine() not in {"x86_64", "AMD64"}:
        raise RunnerError(
            f"the packaged runner is built for x86-64 with AVX2; this machine is {platform.machine()}"
        )
    if cpu_info.is_file() and "avx2" not in cpu_info.read_text().split():
        raise RunnerError("the packaged runner needs AVX2, and /proc/cpuinfo of this machine lists none")


def free_port() -> int:
    """A loopback port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def default_threads() -> int:
    """All cores but one: the runner spins while it waits, so a full machine makes it far slower."""
    return max(1, (os.cpu_count() or 2) - 1)
