import pytest

from tests.fakes.wordwise_morphology import WordwiseMorphology


@pytest.fixture(scope="session")
def morphology():
    return WordwiseMorphology()
