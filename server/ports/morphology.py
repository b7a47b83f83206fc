"""Korean morphemes. A Kiwi instance is large (about 500 MB): one per process, injected."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol


class Morpheme(NamedTuple):
    """One morpheme of a text; `end` exclusive, offsets in characters.

    A tuple because a large corpus makes tens of millions of them.
    """

    form: str
    tag: str  # Sejong tag: NNG, NNP, JKO, VV, …
    start: int
    end: int


class Morphology(Protocol):
    """Splits Korean text into morphemes. Never fails on text; loading may raise at first use."""

    @property
    def version(self) -> str:
        """Name and version of the analyser and its model."""
        ...

    def morphemes(self, text: str) -> Sequence[Morpheme]:
        """The morphemes of one text, in order."""
        ...

    def morphemes_many(self, texts: Iterable[str]) -> Iterator[Sequence[Morpheme]]:
        """The same for many texts, in their order, on all cores."""
        ...
