"""Texts to vectors."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Unit-length vectors. Every method raises EmbedderUnavailable when none can be had."""

    @property
    def embedder_id(self) -> str:
        """Model and revision; vectors of different ids never meet."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """Shape (dimension,)."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimension)."""
        ...
