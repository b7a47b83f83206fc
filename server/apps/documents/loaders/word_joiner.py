"""Two halves of a cell that a drawn table broke over lines: one word, or two?

Hangul is broken anywhere, and the padding of a drawn cell does not tell whether a space was lost.
The document itself is the evidence: two halves that both stand as words elsewhere in it, and
never stand together, were two words; so were those whose first half ends like a Korean word before
another. Anything else was one. A cell's first and last words are no evidence: they are what was broken.
"""

import re
from functools import cached_property

from server.apps.documents.loaders.labels import label_of

_WORD = re.compile(r"[^\s│|+\[\](){}「」『』\"'“”‘’.,:;ㆍ·─-]+")
_BAR = re.compile(r"[|│┃]")
_PARTICLES = frozenset("은는이가을를의에와과도로")
_ENDINGS = tuple("의는은을를에고된른")  # a half that ends so was most likely a word
_BROKEN_ANYWHERE = re.compile(r"[가-힣一-龥0-9「『(\[ㆍ·]")


class WordJoiner:
    """Joins the lines of a broken cell; knows the words of one document."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _words(self) -> frozenset[str]:
        words: set[str] = set()
        for line in self._text.splitlines():
            cells = _BAR.split(line)
            for cell in cells:
                found = _WORD.findall(cell)
                words.update(found if len(cells) == 1 else found[1:-1])
        return frozenset(words)

    def join(self, pieces: list[str]) -> str:
        """All pieces as one text; a labelled piece and Latin or Cyrillic words keep their space."""
        joined: list[str] = []
        for piece in pieces:
            if joined:
                joined.append(" " if self._spaced(joined[-1], piece) else "")
            joined.append(piece)
        return "".join(joined)

    def _spaced(self, left: str, right: str) -> bool:
        if label_of(right) or not (_BROKEN_ANYWHERE.match(left[-1]) and _BROKEN_ANYWHERE.match(right[0])):
            return True
        before, after = _WORD.findall(left[-40:]), _WORD.match(right)
        if not before or after is None:
            return False
        first, second = before[-1], after.group()
        if second in _PARTICLES or first + second in self._words:
            return False
        return second in self._words and (
            first in self._words or (len(first) > 1 and first.endswith(_ENDINGS))
        )
