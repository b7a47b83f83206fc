"""Real statutes: done-when 2 of the first milestone, and the messy files."""

from pathlib import Path

import pytest

from server.apps.documents.source import open_source
from server.domain.document import ReadDocument, UnreadableFile
from tests.apps.documents.compare_ko_small import compare
from tests.fakes.document_source import read_all

pytestmark = pytest.mark.data


def test_the_clauses_of_ko_small_are_found_and_none_invented(shared_data: Path):
    done = compare(shared_data / "ko-small")
    assert done.found_share >= 0.995
    assert done.invented == []
    assert done.equal_share >= 0.98


def test_what_differs_in_ko_small_are_drawn_tables(shared_data: Path):
    done = compare(shared_data / "ko-small")
    assert all("│" in done.expected[key] for key in done.different)


def test_messy_files_are_read_or_refused_with_a_reason(shared_data: Path):
    read = list(read_all(open_source(shared_data / "messy")))
    assert {one.reason for one in read if isinstance(one, UnreadableFile)} == {"unsupported"}
    assert sorted(one.document.doc_id for one in read if isinstance(one, ReadDocument)) == [
        "md-pipe-table-fishing-vessels",
        "txt-cp949-crlf-lease-rule",
        "txt-euckr-sample",
    ]


def test_the_cp949_file_gives_the_clauses_of_its_utf8_twin(shared_data: Path):
    messy = open_source(shared_data / "messy")
    twin = open_source(shared_data / "ko-small" / "docs")
    rule = next(listing for listing in messy.scan() if "lease-rule" in listing.path)
    other = next(listing for listing in twin.scan() if listing.doc_id == "H07")
    found, expected = messy.read(rule), twin.read(other)
    assert isinstance(found, ReadDocument)
    assert isinstance(expected, ReadDocument)
    assert [(c.number, c.heading, c.body) for c in found.clauses] == [
        (c.number, c.heading, c.body) for c in expected.clauses
    ]


def test_the_addenda_of_a_real_decree_are_told_apart(shared_data: Path):
    source = open_source(shared_data / "messy")
    decree = source.read(next(one for one in source.scan() if "fishing" in one.path))
    assert isinstance(decree, ReadDocument)
    numbers = [clause.number for clause in decree.clauses]
    assert numbers.index("제19조") + 1 == numbers.index("부칙(제14090호) 제1조")
    tables = [line for clause in decree.clauses for line in clause.body.split("\n") if " | " in line]
    assert tables[1].endswith("총톤수 500톤이상 2만톤미만의 선박 | 통신장 | 2급통신사")
