from pathlib import Path

import pytest

from server.adapters.files.policies import load_policy


@pytest.fixture(scope="session")
def policy():
    return load_policy(Path(__file__).resolve().parents[2] / "contracts" / "policies")
