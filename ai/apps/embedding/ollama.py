"""Vectors of an Ollama server's embedding model (EMBEDDING_MODEL)."""

from collections.abc import Sequence
from threading import Lock

import numpy as np

from ai.runtimes.ollama import OllamaEmbeddings
from server.domain.errors import EmbedderUnavailable
from server.ports.embedder import Vectors

BATCH = 64  # passages in one request
QUERY_SECONDS = 2.0  # a query's vector that takes longer is no help to the one who waits
PASSAGES_SECONDS = 120.0  # of one request for a batch


class OllamaEmbedder:
    """Thread-safe. The model's digest is part of the id, so a replaced model never meets old vectors.

    The first use of `embedder_id` or `dimension` asks the server; what it said is kept.
    """

    def __init__(self, *, url: str, model: str) -> None:
        """Talks to nobody yet; raises SettingsError for a URL that is none."""
        self._client = OllamaEmbeddings(url=url, model=model)
        self._lock = Lock()
        self._digest: str | None = None
        self._dimension: int | None = None

    @property
    def embedder_id(self) -> str:
        """Model and digest."""
        with self._lock:
            if self._digest is None:
                self._digest = self._client.digest()
        return f"ollama/{self._client.model_id}@{self._digest[:19]}"

    @property
    def dimension(self) -> int:
        """Length of a vector, known by embedding one."""
        with self._lock:
            if self._dimension is None:
                self._dimension = len(self._client.embed(["."])[0])
        return self._dimension

    def embed_query(self, text: str) -> Vectors:
        """Shape (dimension,)."""
        vectors = self._client.embed([text], deadline_seconds=QUERY_SECONDS)
        query: Vectors = _unit_length(vectors)[0]
        return query

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimension)."""
        batches = [
            _unit_length(self._client.embed(texts[start : start + BATCH], deadline_seconds=PASSAGES_SECONDS))
            for start in range(0, len(texts), BATCH)
        ]
        return np.concatenate(batches) if batches else np.empty((0, self.dimension), dtype=np.float32)


def _unit_length(vectors: Sequence[Sequence[float]]) -> Vectors:
    array = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(array, axis=1, keepdims=True)
    if not lengths.all():
        raise EmbedderUnavailable("the model server gave a vector of length zero")
    unit: Vectors = array / lengths
    return unit
