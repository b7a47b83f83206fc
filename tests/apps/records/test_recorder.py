"""What the ledger takes, and what happens when it cannot."""

import pytest

from server.apps.records.reading import apply_retention, export_lines
from server.apps.records.recorder import Recorder
from server.domain.errors import LedgerUnavailable
from server.domain.record import Record
from tests.fakes.cards import CountingMetrics
from tests.fakes.clock import FakeClock
from tests.fakes.ledger import FakeLedger


def record(request_id="req-1", **content):
    return Record(
        request_id=request_id,
        created_at="2026-12-01T09:00:00+00:00",
        kind="cards",
        content={"query": "제 번호 010-1234-5678", "pick": {"raw_reply": "900101-1234567"}, **content},
    )


def test_personal_numbers_are_masked_before_anything_is_kept():
    ledger = FakeLedger()
    Recorder(ledger, policy="required", metrics=CountingMetrics()).record(record("010-1234-5678"))
    kept = ledger.sealed[0].record
    assert kept.content == {"query": "제 번호 [phone]", "pick": {"raw_reply": "[resident-number]"}}
    assert kept.request_id == "[phone]"


def test_a_required_record_that_cannot_be_kept_ends_the_request_and_is_counted():
    ledger, metrics = FakeLedger(), CountingMetrics()
    ledger.full = True
    with pytest.raises(LedgerUnavailable):
        Recorder(ledger, policy="required", metrics=metrics).record(record())
    assert metrics.counts == [("ledger", "refused")]


def test_a_best_effort_record_that_cannot_be_kept_is_lost_and_counted():
    ledger, metrics = FakeLedger(), CountingMetrics()
    recorder = Recorder(ledger, policy="best_effort", metrics=metrics)
    ledger.full = True
    recorder.record(record())
    ledger.full = False
    recorder.record(record())
    assert metrics.counts == [("ledger", "lost"), ("ledger", "kept")]
    assert len(ledger.sealed) == 1


def test_what_was_only_to_be_kept_is_not_lost_in_silence_by_any_policy():
    ledger, metrics = FakeLedger(), CountingMetrics()
    recorder = Recorder(ledger, policy="best_effort", metrics=metrics)
    recorder.keep(record("010-1234-5678"))
    assert ledger.sealed[0].record.request_id == "[phone]"
    ledger.full = True
    with pytest.raises(LedgerUnavailable):
        recorder.keep(record())
    assert metrics.counts == [("ledger", "kept"), ("ledger", "refused")]


def test_the_export_has_one_sealed_record_a_line():
    ledger = FakeLedger()
    for number in range(3):
        ledger.append(record(f"r{number}"))
    lines = list(export_lines(ledger))
    assert len(lines) == 3
    assert all(line.startswith('{"mac":') for line in lines)


def test_retention_drops_what_is_older_and_never_touches_a_faulty_chain():
    ledger, clock = FakeLedger(), FakeClock()
    ledger.append(Record(request_id="old", created_at="2026-10-01T00:00:00+00:00", kind="cards", content={}))
    ledger.append(record("new"))
    assert apply_retention(ledger, now=clock.now(), days=0) == 0
    assert apply_retention(ledger, now=clock.now(), days=30) == 1
    assert ledger.verify().fault is None
    ledger.append(record("newer"))
    del ledger.sealed[0]
    assert apply_retention(ledger, now=clock.now(), days=1) == 0
