"""The ledger's campaigns in their short, seeded form."""

from tests.campaigns import ledger_kills, ledger_mutations


def test_forty_mutations_are_each_found_at_the_first_bad_record():
    figures = ledger_mutations.run(mutations=40, seed=3)
    assert figures["missed"] == []


def test_five_kills_lose_no_acknowledged_record_and_break_no_chain():
    figures = ledger_kills.run(kills=5, seed=3)
    assert (figures["lost"], figures["chain_faults"]) == (0, 0)
    assert figures["acknowledged"] > 0
