"""Morphemes of each word by itself: a large corpus repeats its words, so most are known already."""

from collections.abc import Iterable, Iterator, Sequence

from server.ports.morphology import Morpheme, Morphology

MOST_WORDS = 400_000  # kept at a time; some 200 MB in the build of a large corpus, little in a server


class WordByWord:
    """Implements Morphology; a word gets the same morphemes wherever it stands. Thread-safe.

    What a neighbour would have told is lost, which a search does not miss: question and clause are read
    alike (runbook 0205). Where a sentence has to be understood, ask the morphology inside.
    """

    def __init__(self, morphology: Morphology) -> None:
        self._morphology = morphology
        self._known: dict[str, Sequence[Morpheme]] = {}

    @property
    def version(self) -> str:
        """The inner one's, and that words stand alone."""
        return f"{self._morphology.version}/word-by-word"

    def morphemes(self, text: str) -> Sequence[Morpheme]:
        """The morphemes of the words of one text, in order, with their places in the text."""
        found: list[Morpheme] = []
        end = 0
        for word in text.split():
            start = text.index(word, end)
            end = start + len(word)
            found += [
                Morpheme(form, tag, start + first, start + last) for form, tag, first, last in self._of(word)
            ]
        return tuple(found)

    def morphemes_many(self, texts: Iterable[str]) -> Iterator[Sequence[Morpheme]]:
        """The same for many texts; the words that none held before go to the inner one together."""
        texts = list(texts)
        new = {word for text in texts for word in text.split()}.difference(self._known)
        self._keep(zip(new, self._morphology.morphemes_many(new), strict=True))
        return map(self.morphemes, texts)

    def _of(self, word: str) -> Sequence[Morpheme]:
        known = self._known.get(word)
        if known is None:
            known = self._morphology.morphemes(word)
            self._keep([(word, known)])
        return known

    def _keep(self, words: Iterable[tuple[str, Sequence[Morpheme]]]) -> None:
        if len(self._known) > MOST_WORDS:
            self._known = {}
        self._known.update(words)
