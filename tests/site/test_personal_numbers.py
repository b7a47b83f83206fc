"""No personal number is written in clear; the long form is tests/campaigns/personal_numbers.py."""

import pytest

from tests.campaigns.masking_campaign import Number
from tests.campaigns.personal_numbers import ROUTES, in_clear, run

pytestmark = pytest.mark.loopback


def test_numbers_through_every_route_stand_in_clear_in_no_log_ledger_or_metric():
    figures = run(numbers=len(ROUTES) * 7, seed=7)
    assert figures["faults of the server"] == 0
    assert {figures[f"in clear: {sink}"] for sink in ("log", "ledger", "metrics")} == {0}, figures["examples"]


@pytest.mark.parametrize(
    "written", ["tel 010-1234-5678", "０１０ １２３４ ５６７８", "0.1.0.1.2.3.4.5.6.7.8"]
)
def test_the_check_itself_finds_a_number_in_any_dress(written):
    number = Number(kind="mobile", plain="010-1234-5678", dressed="", text="")
    assert in_clear([number], written) == [number]
