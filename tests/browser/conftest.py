"""One browser for all tests of the page; a fresh clausecard on fakes and a fresh context for each."""

import logging
from pathlib import Path

import pytest
import structlog

from tests.browser.chrome import chromium
from tests.browser.desk import Desk, opened
from tests.fakes.services import FakeHouse
from tests.fakes.web import served

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "browser"

PATIENT_MS = 20_000  # a busy machine is no failure; tests of the deadline set their own


@pytest.fixture(scope="package")
def browser():
    # ends with this package: Playwright keeps an event loop running in the thread it was started in
    with chromium() as started:
        yield started


@pytest.fixture(autouse=True)
def _quiet_log():
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.reset_defaults()


@pytest.fixture
def house():
    return FakeHouse(deadline_ms=PATIENT_MS).build()


@pytest.fixture
def url(house):
    with served(house.services()) as address:
        yield address


@pytest.fixture
def look():
    """Options of the browser context; a test module overrides what it needs."""
    return {"locale": "ko-KR", "viewport": {"width": 1280, "height": 900}}


@pytest.fixture
def desk(browser, url, look, request) -> Desk:
    """An agent's desk. At the end nothing may have gone wrong unseen; the last picture is kept."""
    with opened(browser, url, look) as found:
        yield found
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        found.page.screenshot(path=ARTEFACTS / f"{request.node.name[:100].replace('/', '-')}.png")
        assert found.faults() == []
