"""Where editions are built, in memory: the reference for the writing side of the real store."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256

import numpy as np

from server.domain.clause import Clause
from server.domain.document import Document, UnreadableFile
from server.domain.edition import Analysis, BuildProgress, BuildRecord, EditionInfo, Fingerprint
from server.domain.errors import BuildFailed, ClausecardError, RebuildRunning
from server.ports.edition_writer import Passage
from server.ports.embedder import Vectors
from tests.fakes.clause_index import FakeClauseIndex, FakeEdition


@dataclass(kw_only=True)
class Shelf:
    """What an edition is made of, before it is one."""

    fingerprint: Fingerprint
    documents: dict[str, Document] = field(default_factory=dict)
    rows: dict[int, Clause] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)  # clause_id -> text key
    analyses: dict[int, Analysis] = field(default_factory=dict)
    next_row: int = 0
    unreadable: tuple[UnreadableFile, ...] = ()

    def copy(self, *, fingerprint: Fingerprint) -> "Shelf":
        """Its own tables; the values in them are frozen."""
        tables = {name: dict(getattr(self, name)) for name in ("documents", "rows", "keys", "analyses")}
        return replace(self, **tables, fingerprint=fingerprint)

    def row_of(self, clause_id: str) -> int:
        return next(row for row, clause in self.rows.items() if clause.clause_id == clause_id)


class FakeDraft:
    """Implements EditionDraft."""

    def __init__(self, store: "FakeEditionStore", shelf: Shelf) -> None:
        self._store = store
        self._shelf = shelf

    def text_keys(self, doc_id: str) -> Mapping[str, str]:
        own = [clause.clause_id for clause in self._shelf.rows.values() if clause.doc_id == doc_id]
        return {clause_id: self._shelf.keys[clause_id] for clause_id in own}

    def put_document(self, document: Document) -> None:
        self._shelf.documents[document.doc_id] = document

    def move_document(self, document: Document) -> None:
        lines = document.first_line - self._shelf.documents[document.doc_id].first_line
        for row, clause in self._shelf.rows.items():
            if clause.doc_id == document.doc_id:
                moved = replace(
                    clause, start_line=clause.start_line + lines, end_line=clause.end_line + lines
                )
                self._shelf.rows[row] = moved
        self.put_document(document)

    def remove_document(self, doc_id: str) -> None:
        self._shelf.documents.pop(doc_id, None)
        self.remove(list(self.text_keys(doc_id)))

    def add(self, clause: Clause, analysis: Analysis, *, text_key: str) -> None:
        if clause.clause_id in self._shelf.keys:
            raise BuildFailed(f"{clause.clause_id} is there already")
        row = self._shelf.next_row
        self._shelf.next_row += 1
        self._shelf.rows[row] = clause
        self._shelf.analyses[row] = analysis
        self._shelf.keys[clause.clause_id] = text_key

    def move(self, clause: Clause) -> None:
        self._shelf.rows[self._shelf.row_of(clause.clause_id)] = clause

    def remove(self, clause_ids: Sequence[str]) -> None:
        for clause_id in clause_ids:
            row = self._shelf.row_of(clause_id)
            del self._shelf.rows[row], self._shelf.analyses[row], self._shelf.keys[clause_id]

    def publish(self, *, unreadable: Sequence[UnreadableFile]) -> EditionInfo:
        said = sum(document.clauses for document in self._shelf.documents.values())
        if said != len(self._shelf.rows):
            raise BuildFailed(f"clauses by documents: {len(self._shelf.rows)} expected, {said} found")
        self._shelf.unreadable = tuple(unreadable)
        return self._store.show(self._shelf)


class FakeEditionStore(FakeClauseIndex):
    """Implements ClauseIndex, EditionWriter and EditionBuilder."""

    def __init__(self) -> None:
        super().__init__()
        self._shelf: Shelf | None = None
        self._vectors: dict[tuple[str, str], Vectors] = {}
        self._building = False
        self._progress: BuildProgress | None = None
        self._history: list[BuildRecord] = []

    @contextmanager
    def building(self) -> Iterator["FakeEditionStore"]:
        if self._building:
            raise RebuildRunning("another build is running")
        self._building = True
        try:
            yield self
        except ClausecardError as error:
            self._record(None, failure=str(error))
            raise
        finally:
            self._building, self._progress = False, None

    def running(self) -> BuildProgress | None:
        started = BuildProgress(phase="start", done=0, total=0, remaining_seconds=None)
        return (self._progress or started) if self._building else None

    def history(self) -> Sequence[BuildRecord]:
        return self._history[::-1]

    def base(self) -> EditionInfo | None:
        return self.edition.info if self.edition else None

    def documents(self) -> Sequence[Document]:
        return self.edition.documents() if self.edition else ()

    def waste(self) -> float:
        return 0.0

    @contextmanager
    def draft(self, fingerprint: Fingerprint, *, fresh: bool) -> Iterator[FakeDraft]:
        before = Shelf(fingerprint=fingerprint) if fresh else self._needed()
        yield FakeDraft(self, before.copy(fingerprint=fingerprint))

    def missing_vectors(self) -> int:
        return len(list(self.passages_without_vector()))

    def passages_without_vector(self) -> Iterator[Passage]:
        shelf = self._needed()
        texts = dict.fromkeys(text for analysis in shelf.analyses.values() for text in analysis.passages)
        for text in texts:
            if (shelf.fingerprint.embedder_id, _hash(text)) not in self._vectors:
                yield Passage(passage_hash=_hash(text), text=text)

    def keep_vectors(self, passages: Sequence[Passage], vectors: Vectors) -> None:
        embedder = self._needed().fingerprint.embedder_id
        for passage, vector in zip(passages, vectors, strict=True):
            self._vectors[embedder, passage.passage_hash] = vector

    def publish_vectors(self) -> EditionInfo:
        return self.show(self._needed())

    def report(self, progress: BuildProgress) -> None:
        self._progress = progress

    def show(self, shelf: Shelf) -> EditionInfo:
        self._shelf = shelf
        self.edition = FakeEdition.made_of(
            number=(self.edition.info.number if self.edition else 0) + 1,
            fingerprint=shelf.fingerprint,
            documents=list(shelf.documents.values()),
            rows=shelf.rows,
            analyses=shelf.analyses,
            vectors=self._vectors_of(shelf),
            unreadable=shelf.unreadable,
        )
        self._record(self.edition.info, failure=None)
        return self.edition.info

    def _vectors_of(self, shelf: Shelf) -> dict[int, Vectors]:
        embedder = shelf.fingerprint.embedder_id
        found = {
            row: [
                self._vectors[embedder, _hash(text)]
                for text in analysis.passages
                if (embedder, _hash(text)) in self._vectors
            ]
            for row, analysis in shelf.analyses.items()
        }
        return {row: np.array(vectors) for row, vectors in found.items() if vectors}

    def _record(self, info: EditionInfo | None, *, failure: str | None) -> None:
        record = BuildRecord(
            edition=info.number if info else None,
            finished_at="2026-12-01T00:00:00+00:00",
            seconds=0.0,
            documents=info.documents if info else 0,
            clauses=info.clauses if info else 0,
            passages=info.passages if info else 0,
            vectors=info.vectors if info else 0,
            failure=failure,
        )
        self._history.append(record)

    def _needed(self) -> Shelf:
        if self._shelf is None:
            raise BuildFailed("there is no edition to continue")
        return self._shelf


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
