"""One JSONL file of clauses as a source."""

import gzip
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from server.apps.documents.source import open_source
from server.domain.document import ReadDocument, UnreadableFile
from server.domain.errors import InvalidInput
from tests.fakes.document_source import read_all

ROWS = [
    {
        "doc_id": "L1",
        "doc_title": "물 규칙",
        "clause": "제1조(목적(원칙))",
        "text": "목적을 정한다. <개정 2020.1.1>",
    },
    {
        "doc_id": "L2",
        "doc_title": "불 규칙",
        "clause": "제1조",
        "clause_title": "용어",
        "text": "**①** 뜻은 다음과 같다.\n  1\\. 가",
    },
    {"doc_id": "L1", "doc_title": "물 규칙", "clause": "제2조", "text": "삭제 <2020.1.1>"},
    {"doc_id": "L1", "doc_title": "물 규칙", "clause": "제3조(요금)", "text": "\ud800요금을 낸다."},
]


def write(path: Path, rows: list[object]) -> Path:
    text = "".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


@pytest.mark.parametrize("name", ["clauses.jsonl", "clauses.jsonl.gz"])
def test_rows_are_grouped_by_document(tmp_path: Path, name: str):
    read = list(read_all(open_source(write(tmp_path / name, ROWS))))
    assert all(isinstance(one, ReadDocument) for one in read)
    clauses = [clause for one in read for clause in one.clauses]
    assert [(c.clause_id, c.heading, c.body, c.start_line) for c in clauses] == [
        ("L1#제1조", "목적(원칙)", "목적을 정한다.", 1),
        ("L1#제3조", "요금", "\ufffd요금을 낸다.", 4),
        ("L2#제1조", "용어", "① 뜻은 다음과 같다.\n1. 가", 2),
    ]
    assert [one.document.path for one in read] == [f"{name}#L1", f"{name}#L2"]


def test_rows_that_are_no_clauses_are_reported_once(tmp_path: Path):
    bad = ["{broken\n", "\n", "[1]\n", {"doc_id": 3, "clause": "a", "text": "b"}, "[" * 100_000 + "\n"]
    read = list(read_all(open_source(write(tmp_path / "c.jsonl", [*bad, *ROWS]))))
    unreadable = [one for one in read if isinstance(one, UnreadableFile)]
    assert [(one.reason, one.detail) for one in unreadable] == [
        ("damaged", "rows without doc_id, clause and text: 1, 3, 4, 5")
    ]
    assert len(read) == 3


@pytest.mark.parametrize("wrong", [b"\xed\xa0\x80", b"\xff", "값".encode("cp949")])
def test_a_row_that_is_not_utf8_is_reported_and_the_others_are_read(tmp_path: Path, wrong: bytes):
    rows = [f'{{"doc_id": "L{n}", "clause": "제1조", "text": "본문 값 {n}"}}\n'.encode() for n in range(3)]
    path = tmp_path / "c.jsonl"
    path.write_bytes(b"".join([rows[0], rows[1].replace("값".encode(), wrong), rows[2]]))
    read = list(read_all(open_source(path)))
    assert [one.detail for one in read if isinstance(one, UnreadableFile)] == [
        "rows without doc_id, clause and text: 2"
    ]
    assert [one.document.doc_id for one in read if isinstance(one, ReadDocument)] == ["L0", "L2"]


def test_a_byte_order_mark_is_no_part_of_the_first_row(tmp_path: Path):
    path = write(tmp_path / "c.jsonl", ROWS)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert not [one for one in read_all(open_source(path)) if isinstance(one, UnreadableFile)]


def test_a_gzip_cut_short_gives_what_it_has_and_says_so(tmp_path: Path):
    path = write(tmp_path / "c.jsonl.gz", ROWS * 50)
    path.write_bytes(path.read_bytes()[:-30])
    read = list(read_all(open_source(path)))
    assert [one.reason for one in read if isinstance(one, UnreadableFile)] == ["damaged"]
    assert any(isinstance(one, ReadDocument) for one in read)


def test_the_hash_is_the_documents_own(tmp_path: Path):
    path = write(tmp_path / "c.jsonl", ROWS)
    source = open_source(path)
    before = {listing.doc_id: source.file_hash(listing) for listing in source.scan()}
    write(path, [*ROWS, {"doc_id": "L2", "doc_title": "불 규칙", "clause": "제9조(끝)", "text": "끝이다."}])
    os.utime(path, ns=(1, 1))
    after = {listing.doc_id: source.file_hash(listing) for listing in source.scan()}
    assert (before["L1"] == after["L1"], before["L2"] == after["L2"]) == (True, False)


def test_a_look_takes_one_stat(tmp_path: Path):
    path = write(tmp_path / "c.jsonl", ROWS)
    scanned = open_source(path).scan()
    source = open_source(path)
    looked = [source.look(listing.path) for listing in scanned]
    assert [replace(one, first_line=1) for one in scanned] == looked  # nothing was read yet
    source.scan()
    assert [source.look(listing.path) for listing in scanned] == list(scanned)
    assert source.look("c.jsonl#L9") is None
    assert source.look("d.jsonl#L1") is None
    path.unlink()
    assert source.look("c.jsonl#L1") is None
    with pytest.raises(InvalidInput):
        source.scan()


def test_a_document_that_left_the_file_is_unreachable(tmp_path: Path):
    path = write(tmp_path / "c.jsonl", ROWS)
    source = open_source(path)
    listing = source.scan()[0]
    write(path, ROWS[1:2])
    read = source.read(listing)
    assert isinstance(read, UnreadableFile)
    assert read.reason == "unreachable"
    assert source.file_hash(listing) == ""


def row(doc_id: str, clause: str, text: str = "글이다.") -> dict[str, str]:
    return {"doc_id": doc_id, "doc_title": doc_id, "clause": clause, "text": text}


A, B = [row("A", f"제{n}조") for n in (1, 2, 3)], row("B", "제1조")
PLACES = [
    ("rows above it", [*A, B], [B, *A], 2, True),
    ("a blank line above it", A, ["\n", *A], 2, True),
    ("rows below it", A, [*A, B], 1, True),
    ("a row between its own", A, [A[0], B, *A[1:]], 1, False),
    ("a row between its own that moves within them", [A[0], B, *A[1:]], [*A[:2], B, A[2]], 1, False),
    ("a broken row between its own", A, [A[0], "{broken\n", *A[1:]], 1, False),
    ("a row above and one between as before", [A[0], B, *A[1:]], [B, A[0], B, *A[1:]], 2, True),
    ("its rows in another order", A, A[::-1], 1, False),
]


@pytest.mark.parametrize(
    ("before", "after", "first_line", "same"), [one[1:] for one in PLACES], ids=[one[0] for one in PLACES]
)
def test_equal_hashes_mean_equal_distances_from_the_first_line(
    tmp_path: Path, before: list, after: list, first_line: int, *, same: bool
):
    hashes = []
    for name, rows in (("before", before), ("after", after)):
        source = open_source(write(tmp_path / f"{name}.jsonl", rows))
        (listing,) = (one for one in source.scan() if one.doc_id == "A")
        hashes.append(source.file_hash(listing))
    assert listing.first_line == first_line
    assert (hashes[0] == hashes[1]) == same
