"""The dense leg of an edition: one matrix of passage vectors, sorted by the clause's row."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.adapters.editions.layout import MATRIX, MATRIX_ROWS
from server.domain.hit import LegHit
from server.ports.embedder import Vectors

Rows = NDArray[np.int64]


class VectorReader:
    """Brute force over a memory map, shared between processes. Raises OSError and ValueError.

    `einsum` and not `@`: a BLAS thread pool on a busy machine makes one search wait for the slowest thread.
    """

    def __init__(self, edition: Path) -> None:
        self._matrix: Vectors = np.load(edition / MATRIX, mmap_mode="r")
        passage_rows: Rows = np.load(edition / MATRIX_ROWS)
        self._rows, self._starts = np.unique(passage_rows, return_index=True)

    @property
    def shape(self) -> tuple[int, int]:
        """(passages with a vector, dimension)."""
        passages, dimension = self._matrix.shape
        return passages, dimension

    def match(self, vector: Vectors, *, limit: int, rows: list[int] | None) -> list[LegHit]:
        """Best passage of each clause, best first; `rows` is the scope, None means all."""
        if not len(self._matrix) or limit <= 0:
            return []
        similarities = np.einsum("ij,j->i", self._matrix, vector.astype(np.float32, copy=False))
        best = np.maximum.reduceat(similarities, self._starts)
        candidates = np.arange(len(best)) if rows is None else np.flatnonzero(np.isin(self._rows, rows))
        if len(candidates) > limit:
            edge = np.partition(best[candidates], -limit)[-limit]
            candidates = candidates[best[candidates] >= edge]
        order = candidates[np.lexsort((self._rows[candidates], -best[candidates]))][:limit]
        return [LegHit(row=int(self._rows[place]), score=float(best[place])) for place in order]

    def sample_norms(self, count: int) -> list[float]:
        """Lengths of a few vectors, evenly spread."""
        if not len(self._matrix) or count <= 0:
            return []
        places = np.linspace(0, len(self._matrix) - 1, min(count, len(self._matrix))).astype(int)
        return [float(norm) for norm in np.linalg.norm(self._matrix[places], axis=1)]


def write_vectors(edition: Path, matrix: Vectors, rows: Rows) -> None:
    """Write the matrix, shape (passages, dimension), and the row of each passage, ascending."""
    np.save(edition / MATRIX, matrix, allow_pickle=False)
    np.save(edition / MATRIX_ROWS, rows, allow_pickle=False)
