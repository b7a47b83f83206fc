import pytest

from tests.fakes.sites import running_site


@pytest.fixture
def folders(built_samples, tmp_path):
    """Sample documents with their edition; the test may do with them what it likes."""
    return built_samples.copy_to(tmp_path)


@pytest.fixture(scope="module")
def samples(built_samples, tmp_path_factory):
    """One served site a module, over documents that nobody edits."""
    with running_site(built_samples.copy_to(tmp_path_factory.mktemp("site"))) as site:
        yield site
