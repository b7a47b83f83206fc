"""Replay proves the same cards and answers, or says what changed."""

from dataclasses import replace

import pytest

from server.domain.clause import content_hash
from server.domain.errors import NotFound
from tests.fakes.ledger import FakeLedger
from tests.fakes.replays import clause_at, record_answer, record_cards, replayer, stricter


def test_two_hundred_recorded_requests_come_out_byte_for_byte():
    ledger = FakeLedger()
    ids = [record_cards(ledger, place) for place in range(180)]
    ids += [record_answer(ledger, place) for place in range(20)]
    replays = list(map(replayer(ledger).replay, ids))
    assert [(one.request_id, one.changes) for one in replays if not one.same or one.changes] == []
    assert len(replays) == 200


def test_a_policy_change_is_named_with_the_rule_that_now_refuses():
    ledger = FakeLedger()
    request_id = record_cards(ledger, 0)
    replay = replayer(ledger, policy=stricter("신분증")).replay(request_id)
    assert not replay.same
    causes = {(change.cause, change.what) for change in replay.changes}
    assert ("policy", "policy_version") in causes
    assert ("rule", "banned/ko.test.new") in causes


def test_a_changed_rule_is_named_for_answers_too():
    ledger = FakeLedger()
    request_id = record_answer(ledger, 0)
    replay = replayer(ledger, policy=stricter("수수료")).replay(request_id)
    causes = {(change.cause, change.what) for change in replay.changes}
    assert not replay.same
    assert ("rules", "rules_version") in causes
    assert ("rule", "banned") in causes


@pytest.mark.parametrize("record", [record_cards, record_answer])
def test_a_clause_that_changed_or_went_is_a_change_of_the_edition(record):
    ledger = FakeLedger()
    request_id = record(ledger, 3)
    old = clause_at(3)
    body = old.body.replace("403", "999")
    changed_hash = content_hash(number=old.number, heading=old.heading, body=body)
    new = replace(old, body=body, content_hash=changed_hash)
    for clauses, now in (({old.clause_id: new}, new.content_hash), ({old.clause_id: None}, "gone")):
        replay = replayer(ledger, clauses=clauses).replay(request_id)
        assert not replay.same
        assert [(change.cause, change.what, change.now) for change in replay.changes] == [
            ("edition", old.clause_id, now)
        ]


def test_a_request_that_named_a_personal_number_says_that_its_query_was_masked():
    ledger = FakeLedger()
    request_id = record_cards(ledger, 5, query="010-1234-5678 명의변경 서류 403")
    replay = replayer(ledger).replay(request_id)
    assert replay.same or any(change.cause == "masked" for change in replay.changes)


def test_a_request_that_showed_nothing_has_nothing_to_replay():
    with pytest.raises(NotFound):
        replayer(FakeLedger()).replay("never")
