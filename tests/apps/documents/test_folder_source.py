"""A folder of documents: ids, collections, links, and files that cannot be read."""

import os
import threading
from pathlib import Path

import pytest

from server.apps.documents.folder import MAX_FILE_BYTES
from server.apps.documents.source import open_source
from server.domain.document import ReadDocument, UnreadableFile
from server.domain.errors import InvalidInput
from tests.fakes.document_source import read_all

CLAUSE = "제1조(목적)\n물을 공급한다."


def write(root: Path, name: str, content: str | bytes = CLAUSE) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def ids(root: Path) -> list[tuple[str, str]]:
    return [(listing.doc_id, listing.collection) for listing in open_source(root).scan()]


def reasons(root: Path) -> dict[str, str]:
    return {
        read.path: read.reason for read in read_all(open_source(root)) if isinstance(read, UnreadableFile)
    }


def test_first_level_folders_are_collections(tmp_path: Path):
    for name in ("W00.md", "water/terms.md", "water/old/fees.txt"):
        write(tmp_path, name)
    assert ids(tmp_path) == [("W00", ""), ("water/old/fees", "water"), ("water/terms", "water")]


def test_files_that_would_share_an_id_keep_their_endings(tmp_path: Path):
    for name in ("terms.md", "terms.txt", "fees.md", "fees.pdf"):
        write(tmp_path, name)
    assert [doc_id for doc_id, _ in ids(tmp_path)] == ["fees", "fees.pdf", "terms.md", "terms.txt"]


def test_hidden_and_underscored_names_are_not_documents(tmp_path: Path):
    for name in (".git/x.md", "_drafts/x.md", ".hidden.md", "_synonyms.tsv", "terms.md"):
        write(tmp_path, name)
    assert [doc_id for doc_id, _ in ids(tmp_path)] == ["terms"]


def test_a_document_says_where_it_comes_from(tmp_path: Path):
    write(tmp_path, "water/terms.md", "---\ntitle: Terms\nversion: 3\n---\n" + CLAUSE)
    source = open_source(tmp_path)
    listing = source.scan()[0]
    read = source.read(listing)
    assert isinstance(read, ReadDocument)
    document, clause = read.document, read.clauses[0]
    assert (document.title, document.path, dict(document.metadata)) == (
        "Terms",
        "water/terms.md",
        {"title": "Terms", "version": "3"},
    )
    assert (document.file_hash, document.size) == (source.file_hash(listing), listing.size)
    assert (clause.clause_id, clause.document, clause.collection) == ("water/terms#제1조", "Terms", "water")
    assert (clause.start_line, clause.end_line, clause.ordinal) == (5, 6, 0)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("x.hwp", b"\xd0\xcf\x11\xe0", "unsupported"),
        ("x.hwp", b'<?xml version="1.0"?><HWPML Version="2.8">', "unsupported"),
        ("x.hwpx", b"PK\x03\x04mimetypeapplication/hwp+zip", "unsupported"),
        ("scanned.pdf", b"%PDF-1.7\n/Subtype /Image", "unsupported"),
        ("x", b"text", "unsupported"),
        ("x.txt", b'\xef\xbb\xbf<?xml version="1.0"?>\n<HWPML><BODY>text</BODY></HWPML>', "damaged"),
        ("x.md", b"\n  <!DOCTYPE html><html><body>text</body></html>", "damaged"),
        ("x.txt", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 500, "damaged"),
        ("x.txt", b"PK\x03\x04" + b"\x00" * 500, "damaged"),
        ("x.md", b"%PDF-1.7\n", "damaged"),
        ("x.md", b"", "empty"),
        ("x.md", b" \n\x00\t\r\n", "empty"),
        ("x.md", b"\xef\xbb\xbf\n", "no_clauses"),
        ("x.md", b"\x01\x02\x03x" * 50, "undecodable"),
        ("x.md", "# 제목뿐\n\n## 제1장 총칙\n".encode(), "no_clauses"),
        ("x.md", "제1조 삭제 <2010.1.1>".encode(), "no_clauses"),
        ("x.md", b"a" * (MAX_FILE_BYTES + 1), "too_large"),
    ],
)
def test_what_cannot_be_read_never_stops_the_rest(tmp_path: Path, name: str, content: bytes, reason: str):
    write(tmp_path, name, content)
    write(tmp_path, "terms.md")
    read = list(read_all(open_source(tmp_path)))
    assert reasons(tmp_path) == {name: reason}
    assert all(one.remedy and one.detail for one in read if isinstance(one, UnreadableFile))
    assert sum(isinstance(one, ReadDocument) for one in read) == 1


def test_links_that_lead_out_are_refused(tmp_path: Path):
    write(tmp_path, "out/secret.md")
    write(tmp_path, "in/terms.md")
    root = tmp_path / "in"
    (root / "inside.md").symlink_to(root / "terms.md")
    (root / "secret.md").symlink_to(tmp_path / "out" / "secret.md")
    (root / "folder").symlink_to(tmp_path / "out")
    (root / "again").symlink_to(root)
    (root / "nowhere.md").symlink_to(root / "gone.md")
    assert reasons(root) == {"secret.md": "outside", "folder": "outside", "nowhere.md": "unreachable"}


def test_pipes_are_not_opened(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.md")
    assert reasons(tmp_path) == {"pipe.md": "unsupported"}


def test_a_name_that_is_not_utf8_is_reported(tmp_path: Path):
    os.close(os.open(os.fsencode(tmp_path) + b"/\xff.md", os.O_CREAT | os.O_WRONLY))
    assert list(reasons(tmp_path).values()) == ["unreachable"]


def test_decomposed_names_give_composed_ids(tmp_path: Path):
    write(tmp_path, "\u110b\u1163\u11a8\u1100\u116a\u11ab.md")
    assert ids(tmp_path) == [("약관", "")]
    assert reasons(tmp_path) == {}


def test_a_look_sees_one_file_as_a_scan_does(tmp_path: Path):
    write(tmp_path, "terms.md")
    write(tmp_path, "terms.txt")
    source = open_source(tmp_path)
    assert [source.look(listing.path) for listing in source.scan()] == list(source.scan())
    (tmp_path / "terms.txt").unlink()
    assert source.look("terms.txt") is None
    assert source.look("\x00") is None


def test_a_file_that_vanished_is_unreachable(tmp_path: Path):
    write(tmp_path, "terms.md")
    source = open_source(tmp_path)
    listing = source.scan()[0]
    (tmp_path / "terms.md").unlink()
    read = source.read(listing)
    assert isinstance(read, UnreadableFile)
    assert read.reason == "unreachable"
    assert source.file_hash(listing).startswith("sha256:")


def test_a_path_that_is_no_source_is_refused(tmp_path: Path):
    write(tmp_path, "terms.md")
    for path in (tmp_path / "gone", tmp_path / "terms.md"):
        with pytest.raises(InvalidInput) as caught:
            open_source(path)
        assert "CLAUSECARD_DOCUMENTS" in caught.value.remedy
    source = open_source(tmp_path)
    (tmp_path / "terms.md").unlink()
    tmp_path.rmdir()
    with pytest.raises(InvalidInput):
        source.scan()


def test_files_and_folders_that_go_while_a_scan_runs_do_not_stop_it(tmp_path: Path):
    (tmp_path / "stays.md").write_text("# 제목\n\n글이다.\n", "utf-8")
    ended = threading.Event()

    def come_and_go() -> None:
        while not ended.is_set():
            folder = tmp_path / "passing"
            folder.mkdir()
            files = [folder / f"{number}.md" for number in range(20)]
            for file in files:
                file.touch()
            for file in files:
                file.unlink()
            folder.rmdir()

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        source = open_source(tmp_path)
        for _ in range(300):
            assert "stays.md" in {listing.path for listing in source.scan()}
    finally:
        ended.set()
        thread.join()
