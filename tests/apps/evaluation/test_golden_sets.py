"""Golden sets: read, checked, added to."""

import json

import pytest

from server.apps.evaluation.golden import Question, add_question, is_gold, read_golden
from server.apps.evaluation.golden_check import Named, check_items, check_questions, shared_wording
from server.apps.evaluation.items_golden import read_golden_items
from server.domain.errors import InvalidInput
from tests.fakes.plain_texts import make_document

BODY = "수도사용자의 명의를 바꾸려는 자는 신분증을 첨부하여 제출하여야 한다."
CLAUSES = make_document("water/terms", {"제12조": BODY, "문 3": "답: 신분증"}).clauses


def question(query="이름 바꾸려면요", *gold, kind="answerable", case_id="q-1"):
    return Question(question_id=case_id, query=query, gold=gold, kind=kind)


REFERENCES = [
    ("water/terms 제12조", True),
    ("terms 제12조", True),
    ("terms 문 3", True),
    ("water/terms", True),
    ("terms", True),
    ("ter 제12조", False),
    ("water 제12조", False),
    ("water/terms 제12조의2", False),
    ("water/terms  제12조", False),
]


@pytest.mark.parametrize(("reference", "known"), REFERENCES)
def test_a_clause_is_named_by_document_and_number(reference, known):
    assert any(is_gold(clause, [reference]) for clause in CLAUSES) is known
    reasons = [one.reason for one in check_questions([question("이름", reference)], Named(CLAUSES))]
    assert reasons == ([] if known else ["no_such_clause"])


BROKEN = [
    "{",
    "[]",
    '{"id": "a", "query": "b"}',
    '{"id": "a", "query": "b", "gold": "terms 제1조"}',
    '{"id": "a", "query": "b", "gold": [1]}',
    '{"id": "a", "query": "b", "gold": [], "kind": "maybe"}',
]


@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_line_is_named_by_file_and_number(tmp_path, line):
    file = tmp_path / "golden.jsonl"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"golden\.jsonl, line 2"):
        read_golden(file)


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_a_file_that_cannot_be_read_is_said_so(tmp_path, content):
    file = tmp_path / "golden.jsonl"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_golden(file)


def test_an_added_question_is_read_as_it_was(tmp_path):
    file = tmp_path / "golden.jsonl"
    added = [
        question("물값 밀리면\u2028끊겨요?", "terms 제12조"),
        Question(question_id="q-2", query="우주여행", gold=(), kind="unanswerable", distance="far"),
    ]
    for one in added:
        add_question(file, one)
    assert list(read_golden(file)) == added


QUESTION_FAULTS = [
    ([question("가", "terms"), question("나", "terms")], "duplicate_id"),
    ([question("물 값", "terms"), question("물값", "terms", case_id="q-2")], "duplicate_query"),
    ([question("우주여행")], "gold_without_kind"),
    ([question("우주여행", "terms", kind="unanswerable")], "gold_without_kind"),
    ([question("수도사용자의 명의를 바꾸려는데요", "terms 제12조")], "leaked_wording"),
]


@pytest.mark.parametrize(("questions", "reason"), QUESTION_FAULTS)
def test_what_is_wrong_with_a_question_has_a_name(questions, reason):
    found = check_questions(questions, Named(CLAUSES))
    assert {one.reason for one in found} == {reason}
    assert all(one.is_warning == (reason == "leaked_wording") for one in found)


WORDING = [
    ("명의를 바꾸려는 자", "x 명의를 바꾸려는 자는", "명의를 바꾸려는 자"),
    ("명의를 바꾸려는데", "명의를 바꾸려는 자는", ""),
    ("may I keep a dog in the flat", "No tenant may keep a dog in the flat", "keep a dog in the flat"),
    ("who may keep a dog", "no tenant may keep a dog", ""),
    (
        "сколько дней на подачу жалобы в службу",
        "Сколько дней на подачу жалобы в службу",
        "сколько дней на подачу жалобы в службу",
    ),
    ("", "text", ""),
]


@pytest.mark.parametrize(("query", "text", "run"), WORDING)
def test_wording_is_leaked_from_ten_characters_or_six_words_on(query, text, run):
    assert shared_wording(query, text) == run


LABEL = {
    "id": "a",
    "doc_id": "water/terms",
    "clause": "제12조",
    "clause_text": BODY,
    "gold_items": ["신분증"],
    "neutral_items": [],
    "conditions": {},
}
LABEL_FAULTS = [
    ({}, None),
    ({"gold_items": ["여권"]}, "not_literal"),
    ({"neutral_items": ["신청서"]}, "not_literal"),
    ({"conditions": {"신분증": "대리인인 경우"}}, "not_literal"),
    ({"conditions": {"명의": "신분증"}}, "unknown_item"),
    ({"clause": "제99조"}, "no_such_clause"),
    ({"clause_text": "여권을 낸다", "gold_items": ["여권"]}, "other_body"),
]


@pytest.mark.parametrize(("change", "reason"), LABEL_FAULTS)
def test_what_is_wrong_with_a_label_has_a_name(tmp_path, change, reason):
    file = tmp_path / "items.jsonl"
    file.write_text(json.dumps(LABEL | change), encoding="utf-8")
    found = {one.reason for one in check_items(read_golden_items(file), Named(CLAUSES))}
    assert reason in found if reason else not found


def test_a_clause_that_is_labelled_twice_is_found(tmp_path):
    file = tmp_path / "items.jsonl"
    file.write_text(f"{json.dumps(LABEL)}\n{json.dumps(LABEL)}\n", encoding="utf-8")
    found = check_items(read_golden_items(file), Named(CLAUSES))
    assert {one.reason for one in found} == {"duplicate_id", "duplicate_clause"}
