"""The contracts as the server reads them."""

from pathlib import Path

import pytest

from tests.contracts.schemas import Schemas

CONTRACTS = Path(__file__).resolve().parents[2] / "contracts"


@pytest.fixture(scope="session")
def contracts() -> Path:
    return CONTRACTS


@pytest.fixture(scope="session")
def schemas() -> Schemas:
    return Schemas(CONTRACTS)
