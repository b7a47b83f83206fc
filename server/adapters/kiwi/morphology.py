"""Korean morphemes by Kiwi."""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from threading import Lock
from typing import TYPE_CHECKING

from server.ports.morphology import Morpheme

if TYPE_CHECKING:
    from kiwipiepy import Kiwi, Token

COMPAT_SUFFIX = "-"  # Kiwi marks irregular verbs as VV-I; the Sejong tag stands before the hyphen


@cache
def _installed() -> str:
    """Read from the packages' files once: every pick's key holds it."""
    return f"kiwipiepy-{version('kiwipiepy')}+{version('kiwipiepy_model')}"


class KiwiMorphology:
    """Loads Kiwi at first use (about 500 MB, 3 s); build one per process and share it between threads."""

    def __init__(self, *, workers: int | None = None) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._lock = Lock()
        self._kiwi: Kiwi | None = None

    @property
    def version(self) -> str:
        """Name and version of Kiwi and its model; known without loading either."""
        return _installed()

    def morphemes(self, text: str) -> Sequence[Morpheme]:
        """The morphemes of one text, in order, in the caller's thread."""
        return _morphemes(self._loaded().tokenize(text))

    def morphemes_many(self, texts: Iterable[str]) -> Iterator[Sequence[Morpheme]]:
        """The same for many texts, on all cores."""
        return (_morphemes(tokens) for tokens in self._loaded().tokenize(texts))

    def _loaded(self) -> "Kiwi":
        with self._lock:
            if self._kiwi is None:
                from kiwipiepy import Kiwi  # noqa: PLC0415  # costs 3 s and 500 MB: only who needs it pays

                self._kiwi = Kiwi(num_workers=self._workers)
            return self._kiwi


def _morphemes(tokens: "list[Token]") -> tuple[Morpheme, ...]:
    return tuple([Morpheme(token.form, _sejong(token.tag), token.start, token.end) for token in tokens])


@cache
def _sejong(tag: str) -> str:
    return tag.split(COMPAT_SUFFIX, maxsplit=1)[0]
