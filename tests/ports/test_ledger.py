"""One suite for every ledger: the real one and the twin in memory."""

import json
import threading
from itertools import pairwise

import pytest

from server.adapters.sqlite.ledger import SqliteLedger
from server.apps.records.opening import LateLedger
from server.domain.errors import LedgerUnavailable
from server.domain.record import Record
from tests.fakes.ledger import FakeLedger


def record(number: int, *, request_id: str | None = None, day: int = 1) -> Record:
    return Record(
        request_id=request_id or f"request-{number}",
        created_at=f"2026-12-{day:02d}T09:00:{number % 60:02d}+00:00",
        kind="cards",
        content={"query": f"명의 변경 {number}", "k": number, "score": 0.25, "none": None, "list": [1, "둘"]},
    )


def open_sqlite(folder):
    return SqliteLedger(folder / "ledger.sqlite", key_file=folder / "ledger.key")


@pytest.fixture(params=["sqlite", "late", "memory"])
def ledger(request, tmp_path):
    makers = {
        "sqlite": lambda: open_sqlite(tmp_path),
        "late": lambda: LateLedger(lambda: open_sqlite(tmp_path)),
        "memory": FakeLedger,
    }
    made = makers[request.param]()
    yield made
    made.close()


def test_records_come_back_as_they_were_sealed_in_order(ledger):
    sealed = [ledger.append(record(number)) for number in range(1, 6)]
    assert list(ledger.records()) == sealed
    assert [item.sequence for item in sealed] == [1, 2, 3, 4, 5]
    assert sealed[0].previous_mac == "0" * 64
    assert all(after.previous_mac == before.mac for before, after in pairwise(sealed))


def test_a_ledger_that_cannot_be_opened_says_so_at_each_use_and_works_once_it_can(tmp_path):
    folder = tmp_path / "data"
    folder.write_text("a file stands where the folder should be")
    ledger = LateLedger(lambda: open_sqlite(folder))
    for _ in range(2):
        with pytest.raises(LedgerUnavailable):
            ledger.append(record(1))
    folder.unlink()
    assert ledger.append(record(1)).sequence == 1
    ledger.close()


def test_equal_records_get_different_codes(ledger):
    assert ledger.append(record(1)).mac != ledger.append(record(1)).mac


def test_all_records_of_a_request_are_found_oldest_first(ledger):
    for number in range(6):
        ledger.append(record(number, request_id="mine" if number % 2 else "other"))
    assert [item.record.content["k"] for item in ledger.find("mine")] == [1, 3, 5]
    assert ledger.find("never") == ()


def test_an_untouched_chain_verifies(ledger):
    assert ledger.verify().fault is None
    for number in range(3):
        ledger.append(record(number))
    verdict = ledger.verify()
    assert (verdict.fault, verdict.records, verdict.last_sequence) == (None, 3, 3)


def test_old_records_go_behind_a_checkpoint_and_the_chain_goes_on(ledger):
    for day in (1, 2, 3):
        ledger.append(record(day, day=day))
    assert ledger.forget_before("2026-12-03T00:00:00+00:00") == 2
    assert [item.sequence for item in ledger.records()] == [3]
    assert ledger.append(record(4, day=4)).sequence == 4
    verdict = ledger.verify()
    assert (verdict.fault, verdict.records, verdict.last_sequence) == (None, 2, 4)


def test_forgetting_nothing_changes_nothing(ledger):
    ledger.append(record(1, day=5))
    assert ledger.forget_before("2026-12-01T00:00:00+00:00") == 0
    assert ledger.verify().records == 1


def test_forgetting_everything_keeps_the_numbers_going(ledger):
    ledger.append(record(1, day=1))
    assert ledger.forget_before("2027-01-01T00:00:00+00:00") == 1
    assert ledger.verify().fault is None
    assert ledger.append(record(2, day=2)).sequence == 2
    assert ledger.verify().fault is None


def test_twenty_threads_make_one_chain(ledger):
    threads = [threading.Thread(target=ledger.append, args=(record(number),)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    verdict = ledger.verify()
    assert (verdict.fault, verdict.records) == (None, 20)


def test_content_is_kept_as_plain_json(ledger):
    sealed = ledger.append(record(7))
    assert json.loads(json.dumps(sealed.record.content)) == sealed.record.content
