import pytest
import structlog
from typer.testing import CliRunner

from server.cli.app import app
from tests.fakes.sites import SharingHouse


@pytest.fixture
def folders(built_samples, tmp_path):
    return built_samples.copy_to(tmp_path)


@pytest.fixture
def clausecard(monkeypatch, folders):
    """Runs a command in this process, with the run's one Kiwi, on folders that may be changed."""
    monkeypatch.setattr("server.cli.house.House", SharingHouse)
    for name, value in folders.environ().items():
        monkeypatch.setenv(name, value)
    yield lambda *words, **more: CliRunner().invoke(app, [str(word) for word in words], env=more)
    structlog.reset_defaults()
