"""`make model`: a real small model for a person to try (or for CI), until Ctrl-C.

Uses what is installed and downloads nothing. Once it serves it prints the two variables to set, and
a deadline that a CPU can keep.
"""

import argparse
import contextlib
import os
import socket
import sys
from pathlib import Path

import uvicorn
from rich.console import Console
from rich.progress import Progress

from tools.local_model.runner import RunnerError, default_threads, start_runner
from tools.local_model.shim import Shim
from tools.local_model.weights import WEIGHTS, Weights, WeightsError, assemble

FOLDER = Path(__file__).resolve().parents[1] / "build" / "models"
PORT = 11434  # Ollama's own
PATIENT_MS = 30_000

out = Console(soft_wrap=True, highlight=False)
notes = Console(stderr=True, highlight=False)


def main() -> int:
    """Serve; 1 when this machine cannot."""
    options = _options()
    weights = WEIGHTS[options.size]
    try:
        listener = _listen(options.port)
        with Progress(console=notes, transient=True) as bar:
            task = bar.add_task("checking the model file")
            model = assemble(
                weights, options.folder, lambda done, size: bar.update(task, completed=done, total=size)
            )
        notes.print(f"loading {weights.name} …")
        runner = start_runner(
            model, name=weights.name, context_tokens=options.context, threads=options.threads
        )
    except (WeightsError, RunnerError, OSError) as error:
        notes.print(f"no model: {error}")
        return 1
    shim = Shim(weights=weights, runner_url=runner.url, context_tokens=runner.context_tokens)
    _announce(weights, listener.getsockname()[1], runner.url)
    config = uvicorn.Config(shim.app(), log_level="warning", timeout_graceful_shutdown=1)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
    # The runner's own threads outlive a normal exit while a call is under way.
    sys.stdout.flush()
    os._exit(0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", choices=sorted(WEIGHTS), default="1.5b")
    parser.add_argument("--port", type=int, default=PORT, help="0 takes a free one")
    parser.add_argument("--context", type=int, default=4096, help="tokens of prompt and reply")
    parser.add_argument("--threads", type=int, default=default_threads())
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the assembled file is kept")
    return parser.parse_args()


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        raise RunnerError(f"port {port} is in use (an Ollama server?): give another with --port") from error
    return listener


def _announce(weights: Weights, port: int, runner_url: str) -> None:
    out.print(f"{weights.name} is ready (its llama.cpp server: {runner_url}). In another terminal:\n")
    out.print(f"    export OLLAMA_URL=http://127.0.0.1:{port}")
    out.print(f"    export GENERATION_MODEL={weights.name}")
    out.print(f"    export CLAUSECARD_DEADLINE_MS={PATIENT_MS}   # a CPU takes seconds to pick")
    out.print("    make run\n\nCtrl-C ends it.")


if __name__ == "__main__":
    raise SystemExit(main())
