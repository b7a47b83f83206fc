"""What every test gets: closed sockets, a clean environment, one Kiwi for the whole run."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_socket import disable_socket, enable_socket, socket_allow_hosts

from tests.fakes.sites import SampleFolders, build_samples

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "data"
OURS = ("CLAUSECARD_", "OLLAMA_", "GENERATION_", "EMBEDDING_")


def pytest_configure() -> None:
    """A shell starts background jobs with Ctrl-C ignored; our programs would inherit that and never end."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _closed_sockets(request: pytest.FixtureRequest) -> Iterator[None]:
    """Sockets are closed; a test marked `loopback`, `model` or `browser` may use 127.0.0.1."""
    if any(request.node.get_closest_marker(name) for name in ("loopback", "model", "browser")):
        socket_allow_hosts(["127.0.0.1", "::1", "localhost"], allow_unix_socket=True)
    else:
        disable_socket(allow_unix_socket=True)
    yield
    enable_socket()


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(OURS):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The real data beside the checkout; says plainly where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("real data is absent: ../shared/data does not exist")
    return SHARED


@pytest.fixture(scope="session")
def built_samples(tmp_path_factory: pytest.TempPathFactory) -> SampleFolders:
    """The sample documents with their first edition; copy them before anything is changed."""
    return build_samples(tmp_path_factory.mktemp("samples"))
