"""The ledger's file: append-only, keyed, anchored, and plain about every fault."""

import stat
from concurrent.futures import ThreadPoolExecutor

import apsw
import pytest

from server.adapters.sqlite.ledger import SqliteLedger
from server.domain.errors import LedgerUnavailable
from server.domain.record import Record


def record(number: int) -> Record:
    return Record(
        request_id=f"r{number}", created_at="2026-12-01T09:00:00+00:00", kind="answer", content={"n": number}
    )


@pytest.fixture
def folder(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.sqlite", key_file=tmp_path / "ledger.key")
    for number in range(1, 6):
        ledger.append(record(number))
    ledger.close()
    return tmp_path


def opened(folder) -> SqliteLedger:
    return SqliteLedger(folder / "ledger.sqlite", key_file=folder / "ledger.key")


def tamper(folder, *statements: str) -> None:
    connection = apsw.Connection(str(folder / "ledger.sqlite"))
    connection.execute("DROP TRIGGER records_are_not_changed; DROP TRIGGER records_are_not_dropped")
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    ["UPDATE records SET kind = 'cards' WHERE sequence = 2", "DELETE FROM records WHERE sequence = 5"],
)
def test_the_table_takes_no_change_and_no_deletion(folder, statement):
    connection = apsw.Connection(str(folder / "ledger.sqlite"))
    with pytest.raises(apsw.ConstraintError, match="append-only"):
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statements", "sequence", "kind"),
    [
        (["UPDATE records SET content = '{\"n\":9}' WHERE sequence = 3"], 3, "edited"),
        (["UPDATE records SET request_id = 'r9' WHERE sequence = 1"], 1, "edited"),
        (["UPDATE records SET created_at = '2026-12-02T09:00:00+00:00' WHERE sequence = 5"], 5, "edited"),
        (["DELETE FROM records WHERE sequence = 2"], 2, "missing"),
        (["DELETE FROM records WHERE sequence = 1"], 1, "missing"),
        (["DELETE FROM records WHERE sequence >= 4"], 4, "truncated"),
        (["DELETE FROM records"], 1, "truncated"),
        (
            [
                "UPDATE records SET sequence = 99 WHERE sequence = 2",
                "UPDATE records SET sequence = 2 WHERE sequence = 3",
                "UPDATE records SET sequence = 3 WHERE sequence = 99",
            ],
            2,
            "edited",
        ),
        (
            [
                "DELETE FROM records WHERE sequence = 2",
                "UPDATE records SET sequence = sequence - 1 WHERE sequence > 2",
            ],
            2,
            "edited",
        ),
        (["INSERT INTO checkpoints VALUES (3, 'a', 'b')"], 3, "seal_broken"),
    ],
)
def test_verify_names_the_first_bad_record_and_its_kind(folder, statements, sequence, kind):
    tamper(folder, *statements)
    ledger = opened(folder)
    fault = ledger.verify().fault
    ledger.close()
    assert fault is not None
    assert (fault.sequence, fault.kind) == (sequence, kind)


def test_a_ledger_that_lost_its_anchor_says_so(folder):
    (folder / "ledger.sqlite.anchor").unlink()
    ledger = opened(folder)
    fault = ledger.verify().fault
    ledger.close()
    assert fault is not None
    assert fault.kind == "anchor_missing"


def test_a_writer_killed_behind_its_very_first_record_leaves_a_chain_that_verifies(tmp_path):
    opened(tmp_path).close()
    before = (tmp_path / "ledger.sqlite.anchor").read_bytes()
    ledger = opened(tmp_path)
    ledger.append(record(1))
    ledger.close()
    (tmp_path / "ledger.sqlite.anchor").write_bytes(before)  # as if it had died before moving the anchor
    ledger = opened(tmp_path)
    verdict = ledger.verify()
    ledger.close()
    assert (verdict.fault, verdict.records) == (None, 1)


def test_a_damaged_anchor_is_a_fault_and_not_a_crash(folder):
    (folder / "ledger.sqlite.anchor").write_text("{")
    ledger = opened(folder)
    fault = ledger.verify().fault
    ledger.close()
    assert fault is not None
    assert fault.kind == "seal_broken"


def test_the_key_is_made_at_first_use_for_its_owner_alone(folder):
    assert stat.S_IMODE((folder / "ledger.key").stat().st_mode) == 0o600


def test_records_without_their_key_are_refused_and_no_new_key_is_made(folder):
    (folder / "ledger.key").unlink()
    with pytest.raises(LedgerUnavailable) as raised:
        opened(folder)
    assert "backup" in raised.value.remedy
    assert not (folder / "ledger.key").exists()


def test_a_key_that_others_may_read_is_refused_with_the_remedy(folder):
    (folder / "ledger.key").chmod(0o644)
    with pytest.raises(LedgerUnavailable) as raised:
        opened(folder)
    assert raised.value.remedy.startswith("chmod 600")


def test_another_key_makes_every_record_look_edited(folder):
    (folder / "ledger.key").write_text("ab" * 32)
    ledger = opened(folder)
    fault = ledger.verify().fault
    ledger.close()
    assert fault is not None
    assert (fault.sequence, fault.kind) == (1, "edited")


def test_two_processes_worth_of_ledgers_make_one_chain(folder):
    one, other = opened(folder), opened(folder)
    for number in range(10):
        (one if number % 2 else other).append(record(number))
    assert one.verify().records == 15
    assert other.verify().fault is None
    one.close()
    other.close()


def test_a_store_that_cannot_be_opened_is_a_named_error(tmp_path):
    (tmp_path / "ledger.sqlite").write_bytes(b"not a database, not a database, not a database")
    with pytest.raises(LedgerUnavailable):
        opened(tmp_path)


def test_records_that_come_at_once_share_a_transaction_and_keep_the_chain(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.sqlite", key_file=tmp_path / "key")
    records = [
        Record(
            request_id=f"r{number}",
            created_at="2026-12-01T00:00:00+00:00",
            kind="cards",
            content={"n": number},
        )
        for number in range(200)
    ]
    with ThreadPoolExecutor(16) as pool:
        sealed = list(pool.map(ledger.append, records))
    assert sorted(one.sequence for one in sealed) == list(range(1, 201))
    assert [one.record for one in sealed] == records
    assert ledger.find("r7")[0].record.content == {"n": 7}
    assert ledger.verify().fault is None
    ledger.close()


def test_one_record_that_cannot_be_written_takes_no_other_with_it(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.sqlite", key_file=tmp_path / "key")

    def append(text):
        record = Record(
            request_id="r", created_at="2026-12-01T00:00:00+00:00", kind="cards", content={"text": text}
        )
        try:
            ledger.append(record)
        except LedgerUnavailable:
            return False
        return True

    texts = ["가", "\ud800"] * 20
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(append, texts)) == [text == "가" for text in texts]
    assert ledger.verify().records == 20
    ledger.close()
    assert append("나") is False
