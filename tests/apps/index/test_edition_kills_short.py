"""The short form of the kill campaign; `make campaign` runs the long one."""

from tests.campaigns.edition_kills import run


def test_no_reader_notices_that_builders_are_killed() -> None:
    figures = run(kills=10, readers=2, seed=7)
    assert figures["first fault"] == "none"
    assert figures["reads"] > 0
