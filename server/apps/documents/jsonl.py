"""One JSONL file of clauses as a source: rows with doc_id, doc_title, clause, text, grouped by doc_id."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock

from server.apps.documents.body import body_lines, without_notes
from server.apps.documents.headings import bracketed
from server.apps.documents.jsonl_rows import ClauseRow, RowFile
from server.apps.documents.language import language_of
from server.apps.documents.loaders.text import lines_of
from server.apps.documents.rules.table import RULES
from server.apps.documents.rules.values import LanguageRules
from server.apps.documents.splitter import Piece, make_clauses
from server.apps.documents.unreadable import Unreadable, unreadable_file
from server.domain.document import Document, ReadDocument, UnreadableFile
from server.domain.errors import InvalidInput
from server.ports.document_source import Listing

DAMAGED = "(rows that are no clauses)"
SHOWN_ROWS = 10


class JsonlSource:
    """Implements DocumentSource. A clause's lines are its row's number in the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._seen: tuple[int, int, int] | None = None
        self._rows: RowFile | None = None

    def scan(self) -> Sequence[Listing]:
        """All documents by id; reads the file once, and again only after it changed."""
        file = self._current()
        doc_ids = [*file.documents, *([DAMAGED] if file.damaged or file.cut_short else [])]
        status = self._path.stat()
        return [self._listing(doc_id, status, file) for doc_id in sorted(doc_ids)]

    def look(self, path: str) -> Listing | None:
        """One stat of the whole file; whether the document is in it only when the file was read already."""
        name, _, doc_id = path.partition("#")
        try:
            status = self._path.stat()
        except OSError:
            return None
        read = self._rows if self._seen == _state(status) else None
        gone = read is not None and doc_id not in read.documents
        return None if gone or name != self._path.name else self._listing(doc_id, status, read)

    def file_hash(self, listing: Listing) -> str:
        """Of the document's rows and of the distances between them."""
        document = self._current().documents.get(listing.doc_id)
        return document.digest if document else ""

    def read(self, listing: Listing) -> ReadDocument | UnreadableFile:
        """The document's clauses, or why not. Never raises on what the file holds."""
        file = self._current()
        try:
            return self._read(listing, file)
        except Unreadable as error:
            return unreadable_file(listing.path, error)

    def _read(self, listing: Listing, file: RowFile) -> ReadDocument:
        document = file.documents.get(listing.doc_id)
        if document is None:
            raise (
                _damaged(file)
                if listing.doc_id == DAMAGED
                else Unreadable("unreachable", "no longer in the file")
            )
        rows = list(file.rows(document))
        title = next((row["doc_title"] for _, row in rows if row["doc_title"]), listing.doc_id)
        language = language_of("\n".join(row["text"] for _, row in rows))
        pieces = _pieces(rows, RULES[language])
        clauses = make_clauses(
            pieces, doc_id=listing.doc_id, document=title, collection="", language=language
        )
        if not clauses:
            raise Unreadable("no_clauses", "no row has text beside repealed lines")
        return ReadDocument(
            document=Document(
                doc_id=listing.doc_id,
                title=title,
                collection="",
                path=listing.path,
                language=language,
                file_hash=document.digest,
                size=listing.size,
                modified_ns=listing.modified_ns,
                clauses=len(clauses),
                first_line=document.first_line,
            ),
            clauses=clauses,
        )

    def _current(self) -> RowFile:
        """The rows of the file as it is now. Raises InvalidInput when it cannot be read."""
        with self._lock:
            try:
                seen = _state(self._path.stat())
                if self._rows is None or seen != self._seen:
                    self._rows, self._seen = RowFile(self._path), seen
            except OSError as error:
                raise InvalidInput(
                    f"{self._path} cannot be read ({error.strerror})",
                    remedy="set CLAUSECARD_DOCUMENTS to a file that exists; the temporary folder needs room",
                ) from error
            return self._rows

    def _listing(self, doc_id: str, status: os.stat_result, file: RowFile | None) -> Listing:
        """Size and time are the whole file's, so that one stat tells whether anything changed."""
        document = file.documents.get(doc_id) if file else None
        return Listing(
            doc_id=doc_id,
            collection="",
            path=f"{self._path.name}#{doc_id}",
            size=status.st_size,
            modified_ns=status.st_mtime_ns,
            first_line=document.first_line if document else 1,
        )


def _state(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns


def _damaged(file: RowFile) -> Unreadable:
    if file.cut_short:
        return Unreadable("damaged", "the gzip ends early; the rows before that are read")
    numbers = ", ".join(map(str, file.damaged[:SHOWN_ROWS]))
    more = "" if len(file.damaged) <= SHOWN_ROWS else f" and {len(file.damaged) - SHOWN_ROWS} more"
    return Unreadable("damaged", f"rows without doc_id, clause and text: {numbers}{more}")


def _pieces(rows: Sequence[tuple[int, ClauseRow]], rules: LanguageRules) -> Iterator[Piece]:
    for number, row in rows:
        body = "\n".join(body_lines(lines_of(row["text"]), rules))
        if body:
            name, heading = _name(row, rules)
            yield Piece(number=name, heading=heading, path=(), body=body, start_line=number, end_line=number)


def _name(row: ClauseRow, rules: LanguageRules) -> tuple[str, str]:
    """(number, heading) of `제12조(제목)`, or of number and title apart."""
    clause = row["clause"].strip()
    if row["clause_title"] is not None:
        return clause, without_notes(row["clause_title"], rules)
    number, bracket, rest = clause.partition("(")
    inside = bracketed(bracket + rest) if number.strip() else None
    return (number.strip(), inside[0]) if inside and not inside[1].strip() else (clause, "")
