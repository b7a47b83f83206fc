"""The real small model of CI. It is never skipped: without it the tests fail and say why."""

from collections.abc import Iterator

import pytest

from tests.fakes.wordwise_morphology import WordwiseMorphology
from tests.live.stack import RealModel, running_stack


@pytest.fixture(scope="session")
def real_model() -> Iterator[RealModel]:
    with running_stack("0.5b") as model:
        yield model


@pytest.fixture(scope="session")
def morphology() -> WordwiseMorphology:
    return WordwiseMorphology()
