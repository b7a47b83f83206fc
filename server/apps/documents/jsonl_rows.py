"""Where each document's rows stand in a JSONL file; built in one pass, read by position."""

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, TypedDict
from weakref import finalize

from server.apps.documents.unreadable import Unreadable
from server.domain.surrogates import LONE_SURROGATE

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

CHUNK_BYTES = 1 << 20
_KEYS = ("doc_id", "doc_title", "clause", "clause_title", "text")


class ClauseRow(TypedDict):
    """One row: a clause, `제12조(제목)` in one string or number and title apart."""

    doc_id: str
    doc_title: str
    clause: str
    clause_title: str | None
    text: str


@dataclass(kw_only=True, slots=True)
class DocumentRows:
    """One document's rows as runs of bytes: (offset, length, first row number from 1).

    The digest is that of the rows and of the distances between the runs: equal ones mean that every
    row stands as far from the first as it did.
    """

    runs: list[tuple[int, int, int]] = field(default_factory=list)
    digest: str = ""

    @property
    def first_line(self) -> int:
        """The number of its first row."""
        return self.runs[0][2]


class RowFile:
    """The rows of a file as it was when opened. Holds a file handle, never the rows."""

    def __init__(self, path: Path) -> None:
        """Reads the file once. Raises OSError."""
        self._file = _uncompressed(path)
        finalize(self, self._file.handle.close)
        self.documents: dict[str, DocumentRows] = {}
        self.damaged: list[int] = []  # numbers of rows that are no clauses
        self.cut_short = self._file.cut_short
        self._index()

    def rows(self, document: DocumentRows) -> Iterator[tuple[int, ClauseRow]]:
        """(row number, row). Raises Unreadable(damaged) when the file was overwritten since."""
        for offset, length, first in document.runs:
            data = os.pread(self._file.handle.fileno(), length, offset)
            for number, line in enumerate(data.splitlines(), first):
                row = parse_row(line)
                if row is None:
                    raise Unreadable("damaged", f"row {number} changed while it was read")
                yield number, row

    def _index(self) -> None:
        hashes: dict[str, Hash] = {}
        offset = 0
        self._file.handle.seek(0)
        for number, line in enumerate(self._file.handle, 1):
            row = parse_row(line)
            if row is None:
                self.damaged += [number] if line.strip() else []
            else:
                doc_id = row["doc_id"]
                document = self.documents.setdefault(doc_id, DocumentRows())
                hashed = hashes.setdefault(doc_id, sha256())
                if _begins_run(document.runs, offset, len(line), number):
                    hashed.update(b"\0%d\0" % (number - document.first_line))  # where the rows stand apart
                hashed.update(line)
            offset += len(line)
        for doc_id, document in self.documents.items():
            document.digest = "sha256:" + hashes[doc_id].hexdigest()


def parse_row(line: bytes) -> ClauseRow | None:
    """The row, lone surrogates replaced (no text of ours can hold them); None if it is no clause."""
    try:
        row = json.loads(line.decode("utf-8-sig"))  # given bytes, json lets encoded surrogates pass
    except (ValueError, RecursionError):  # not JSON, not UTF-8, nested without end
        return None
    if not isinstance(row, dict):
        return None
    texts = {key: value for key in _KEYS if isinstance(value := row.get(key), str)}
    if b"\\u" in line:
        texts = {key: LONE_SURROGATE.sub("\ufffd", value) for key, value in texts.items()}
    if not texts.get("doc_id") or not texts.get("clause", "").strip() or "text" not in texts:
        return None
    return ClauseRow(
        doc_id=texts["doc_id"],
        doc_title=texts.get("doc_title", ""),
        clause=texts["clause"],
        clause_title=texts.get("clause_title"),
        text=texts["text"],
    )


def _begins_run(runs: list[tuple[int, int, int]], offset: int, length: int, number: int) -> bool:
    """Add a row; rows that follow each other make one run."""
    if runs and runs[-1][0] + runs[-1][1] == offset:
        runs[-1] = (runs[-1][0], runs[-1][1] + length, runs[-1][2])
        return False
    runs.append((offset, length, number))
    return True


@dataclass(frozen=True, kw_only=True, slots=True)
class _Uncompressed:
    handle: IO[bytes]
    cut_short: bool  # the gzip ended early or is damaged; what came before is there


def _uncompressed(path: Path) -> _Uncompressed:
    """The file, or for gzip a temporary file with its content, as gzip cannot be read by position."""
    if path.suffix != ".gz":
        return _Uncompressed(handle=path.open("rb"), cut_short=False)
    spool = TemporaryFile()  # noqa: SIM115 - lives as long as the source
    try:
        with gzip.open(path) as packed:
            while chunk := packed.read1(CHUNK_BYTES):
                spool.write(chunk)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return _Uncompressed(handle=spool, cut_short=True)
    return _Uncompressed(handle=spool, cut_short=False)
