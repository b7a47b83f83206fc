"""A server of ours on a free loopback port: in a thread over any services, or the real program."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import uvicorn

from server.http.app import create_app
from server.http.services import Services

START_SECONDS = 90.0  # Kiwi loads and the sample documents are indexed meanwhile
PID_FILE = "server.pid"  # in the data folder of a real server
URL = re.compile(r"http://127\.0\.0\.1:\d+")


@contextmanager
def served(services: Services) -> Iterator[str]:
    """Serve in a thread of this process; gives the address."""
    config = uvicorn.Config(
        create_app(services), host="127.0.0.1", port=0, log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 10
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


@contextmanager
def real_server(data: Path, environ: Mapping[str, str], *, build: bool = True) -> Iterator[str]:
    """`clausecard serve --build` as people start it; gives the address once it is ready."""
    command = [str(Path(sys.executable).with_name("clausecard")), "serve", *(["--build"] if build else [])]
    settings = {"CLAUSECARD_DATA": str(data), "CLAUSECARD_PORT": "0", "PYTHONUNBUFFERED": "1", **environ}
    log = data / "server.log"
    data.mkdir(parents=True, exist_ok=True)
    with (
        log.open("w", encoding="utf-8") as out,
        subprocess.Popen(
            command,
            env={**os.environ, **settings},
            stdout=out,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        (data / PID_FILE).write_text(str(process.pid))
        try:
            yield _ready(log, process)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _ready(log: Path, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        said = URL.search(log.read_text(encoding="utf-8"))
        if said and _answers(said.group()):
            return said.group()
        time.sleep(0.1)
    raise RuntimeError(f"the server did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=5).status_code == 200
    except httpx.HTTPError:
        return False
