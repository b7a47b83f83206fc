"""A folder of documents in memory, whose files a test can edit, break and delete."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from server.domain.clause import Clause, content_hash
from server.domain.document import Document, ReadDocument, UnreadableFile
from server.domain.errors import InvalidInput
from server.ports.document_source import DocumentSource, Listing


class FakeSource:
    """`texts` is path -> text; every line `number: body` is a clause; a text without one is unreadable."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.texts: dict[str, str] = {}
        self.modified: dict[str, int] = {}
        self.read_paths: list[str] = []  # what was read: tests count the work
        self.hashed_paths: list[str] = []
        self.looks = 0
        self._now_ns = 1_000_000_000
        for path, text in (texts or {}).items():
            self.write(path, text)

    def write(self, path: str, text: str) -> None:
        """Write a file."""
        self.texts[path] = text
        self.touch(path)

    def touch(self, path: str) -> None:
        """Another time, the same bytes."""
        self._now_ns += 1_000_000
        self.modified[path] = self._now_ns

    def delete(self, path: str) -> None:
        """Delete a file."""
        del self.texts[path], self.modified[path]

    def scan(self) -> Sequence[Listing]:
        return [self._listing(path) for path in sorted(self.texts)]

    def look(self, path: str) -> Listing | None:
        self.looks += 1
        return self._listing(path) if path in self.texts else None

    def file_hash(self, listing: Listing) -> str:
        self.hashed_paths.append(listing.path)
        if listing.path not in self.texts:
            raise InvalidInput(f"{listing.path} is gone")
        return "sha256:" + sha256(self.texts[listing.path].encode()).hexdigest()

    def read(self, listing: Listing) -> ReadDocument | UnreadableFile:
        self.read_paths.append(listing.path)
        text = self.texts.get(listing.path, "")
        pairs = [line.split(": ", 1) for line in text.splitlines() if ": " in line]
        if not pairs:
            return UnreadableFile(
                path=listing.path, reason="no_clauses", detail="no line is a clause", remedy="write one"
            )
        clauses = tuple(self._clause(listing, place, *pair) for place, pair in enumerate(pairs))
        document = Document(
            doc_id=listing.doc_id,
            title=listing.doc_id,
            collection=listing.collection,
            path=listing.path,
            language="ko",
            file_hash="sha256:" + sha256(text.encode()).hexdigest(),
            size=listing.size,
            modified_ns=listing.modified_ns,
            clauses=len(clauses),
        )
        return ReadDocument(document=document, clauses=clauses)

    def _listing(self, path: str) -> Listing:
        return Listing(
            doc_id=path.rpartition(".")[0],
            collection=path.partition("/")[0] if "/" in path else "",
            path=path,
            size=len(self.texts[path].encode()),
            modified_ns=self.modified[path],
        )

    def _clause(self, listing: Listing, place: int, number: str, body: str) -> Clause:
        return Clause(
            clause_id=f"{listing.doc_id}#{number}",
            doc_id=listing.doc_id,
            document=listing.doc_id,
            collection=listing.collection,
            number=number,
            heading="",
            path=(),
            body=body,
            start_line=place + 1,
            end_line=place + 1,
            content_hash=content_hash(number=number, heading="", body=body),
            language="ko",
            ordinal=place,
        )


def read_all(source: DocumentSource) -> Iterator[ReadDocument | UnreadableFile]:
    """Every document with its clauses, one at a time, and every file that could not be read."""
    return map(source.read, source.scan())
