"""Documents, an analyser and an embedder so plain that a test can foresee their work."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from server.domain.clause import Clause, Language, content_hash
from server.domain.document import Document, ReadDocument
from server.domain.edition import Analysis
from server.domain.errors import EmbedderUnavailable
from server.ports.embedder import Vectors


def make_document(
    doc_id: str,
    texts: Mapping[str, str],
    *,
    title: str = "",
    collection: str = "",
    language: Language = "ko",
    headings: Mapping[str, str] | None = None,
) -> ReadDocument:
    """A document of `number -> body`; each clause takes two lines."""
    clauses = tuple(
        Clause(
            clause_id=f"{doc_id}#{number}",
            doc_id=doc_id,
            document=title or doc_id,
            collection=collection,
            number=number,
            heading=(headings or {}).get(number, ""),
            path=(),
            body=body,
            start_line=2 * ordinal + 1,
            end_line=2 * ordinal + 2,
            content_hash=content_hash(number=number, heading=(headings or {}).get(number, ""), body=body),
            language=language,
            ordinal=ordinal,
        )
        for ordinal, (number, body) in enumerate(texts.items())
    )
    data = repr(sorted(texts.items())).encode()
    document = Document(
        doc_id=doc_id,
        title=title or doc_id,
        collection=collection,
        path=f"{doc_id}.md",
        language=language,
        file_hash="sha256:" + hashlib.sha256(data).hexdigest(),
        size=len(data),
        modified_ns=1,
        clauses=len(clauses),
        metadata=MappingProxyType({"source": doc_id}),
    )
    return ReadDocument(document=document, clauses=clauses)


class PlainAnalyser:
    """Words split at white space, pairs of characters; one part per `part_words` words of the body."""

    def __init__(self, *, version: str = "plain-1", part_words: int = 50) -> None:
        self.version = version
        self.part_words = part_words
        self.analysed = 0  # clauses so far: tests count the work

    def analyse_many(self, clauses: Iterable[Clause]) -> Iterator[Analysis]:
        for clause in clauses:
            self.analysed += 1
            yield self._analyse(clause)

    def _analyse(self, clause: Clause) -> Analysis:
        words = plain_words(clause.body)
        starts = range(0, max(1, len(words)), self.part_words)
        pieces = [words[start : start + self.part_words] for start in starts]
        common = {
            "title_words": tuple(plain_words(clause.document)),
            "title_grams": tuple(plain_grams(clause.document)),
            "heading_words": tuple(plain_words(clause.heading)),
            "heading_grams": tuple(plain_grams(clause.heading)),
            "codes": tuple(plain_words(clause.number)),
        }
        return Analysis(
            parts=tuple(
                {**common, "body_words": tuple(piece), "body_grams": tuple(plain_grams(" ".join(piece)))}
                for piece in pieces
            ),
            passages=tuple(f"{clause.document} {clause.heading} {' '.join(piece)}" for piece in pieces),
        )


def plain_words(text: str) -> list[str]:
    """Lower-case words."""
    return text.lower().split()


def plain_grams(text: str) -> list[str]:
    """Pairs of neighbouring characters of each word."""
    return [word[i : i + 2] for word in plain_words(text) for i in range(len(word) - 1)]


class HashEmbedder:
    """A bag of hashed words: texts that share words are near. Can be told to fail."""

    def __init__(self, *, embedder_id: str = "hash-1", dimension: int = 64) -> None:
        self.embedder_id = embedder_id
        self.dimension = dimension
        self.embedded = 0  # passages so far: tests count the work
        self.fails_after: int | None = None  # passages until EmbedderUnavailable

    def embed_query(self, text: str) -> Vectors:
        return self._vector(text)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if self.fails_after is not None and self.embedded + len(texts) > self.fails_after:
            raise EmbedderUnavailable("the embedder went away", remedy="start it again")
        self.embedded += len(texts)
        return np.array([self._vector(text) for text in texts], dtype=np.float32).reshape(-1, self.dimension)

    def _vector(self, text: str) -> Vectors:
        vector = np.zeros(self.dimension, dtype=np.float32)
        for word in plain_words(text):
            vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % self.dimension] += 1.0
        return vector / max(float(np.linalg.norm(vector)), 1e-9)
