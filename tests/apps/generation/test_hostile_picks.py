"""The short, seeded part of tests/campaigns/hostile_picks.py, and what its strings are."""

import json
from collections import Counter

from tests.campaigns import hostile_picks


def test_nothing_that_an_obeying_picker_picks_escapes():
    figures = hostile_picks.run(clauses=150, seed=11)
    assert figures["escapes"] == 0, figures["worst"]
    assert figures["cards"] > 100  # the honest names beside the planted text are still shown


def test_there_are_at_least_two_hundred_korean_strings_of_our_own():
    rows = [json.loads(line) for line in hostile_picks.OURS.read_text(encoding="utf-8").splitlines()]
    assert len({row["text"] for row in rows}) == len({row["id"] for row in rows}) == len(rows) >= 200
    assert len(Counter(row["kind"] for row in rows)) >= 12
