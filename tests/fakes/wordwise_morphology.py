"""A morphology without Kiwi: each word is one noun, its common particle apart."""

import re
from collections.abc import Iterable, Iterator, Sequence

from server.ports.morphology import Morpheme

WORD = re.compile(r"[^\s.,;:()\[\]]+|[.,;:()\[\]]")
PARTICLES = (
    ("에게", "JKB"),
    ("에는", "JX"),
    ("을", "JKO"),
    ("를", "JKO"),
    ("은", "JX"),
    ("는", "JX"),
    ("에", "JKB"),
    ("의", "JKG"),
)
PARTICLES = (*PARTICLES, ("과", "JC"), ("와", "JC"))


class WordwiseMorphology:
    """Implements server.ports.morphology.Morphology."""

    version = "wordwise-1"

    def morphemes(self, text: str) -> Sequence[Morpheme]:
        return tuple(self._morphemes(text))

    def morphemes_many(self, texts: Iterable[str]) -> Iterator[Sequence[Morpheme]]:
        return (self.morphemes(text) for text in texts)

    def _morphemes(self, text: str) -> Iterator[Morpheme]:
        for match in WORD.finditer(text):
            word, start, end = match.group(), match.start(), match.end()
            particle = next(
                ((p, tag) for p, tag in PARTICLES if word.endswith(p) and len(word) > len(p) + 1), None
            )
            cut = end - len(particle[0]) if particle else end
            yield Morpheme(
                form=text[start:cut], tag="NNG" if word[0].isalnum() else "SF", start=start, end=cut
            )
            if particle:
                yield Morpheme(form=particle[0], tag=particle[1], start=cut, end=end)
