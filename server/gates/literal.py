"""One normalisation for comparing a name with a body, with a map back to the body's own characters."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_DOTS = dict.fromkeys(map(ord, "ㆍ·・‧∙•・"), "·")
_HYPHENS = dict.fromkeys(map(ord, "‐‑‒–—―－"), "-")
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_FOLD = _WIDE | _DOTS | _HYPHENS


@dataclass(frozen=True, kw_only=True, slots=True)
class Normalised:
    """A comparable text; character i came from `original[starts[i]:ends[i]]`."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the original of `text[start:end]`, end exclusive."""
        return self.starts[start], self.ends[end - 1]


@lru_cache(maxsize=64)  # a body is looked through for every name and every request
def normalise(text: str) -> Normalised:
    """NFC; full-width forms, middle dots, hyphens and white space as one spelling each."""
    return _normalised(text)


@lru_cache(maxsize=4_096)
def comparable(name: str) -> str:
    """A name in the spelling of `normalise`, outer space cut."""
    return _normalised(name).text.strip()


def _normalised(text: str) -> Normalised:
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        piece = text[start:end]
        composed = piece if piece.isascii() or end - start == 1 else unicodedata.normalize("NFC", piece)
        for character in composed.translate(_FOLD):
            spaced = " " if character.isspace() else character
            if spaced == " " and out and out[-1] == " ":
                ends[-1] = end
                continue
            out.append(spaced)
            starts.append(start)
            ends.append(end)
    return Normalised(text="".join(out), starts=tuple(starts), ends=tuple(ends))


def occurrences(name: str, text: str) -> Iterator[int]:
    """Every start of `name` in `text`, overlapping ones too."""
    start = text.find(name)
    while name and start >= 0:
        yield start
        start = text.find(name, start + 1)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for position in range(1, len(text) + 1):
        if position == len(text) or not _joins(text[position]):
            yield start, position
            start = position


def _joins(character: str) -> bool:
    """Does the character belong to the one before it: a combining mark, a conjoining vowel or final?"""
    return (
        character > "\u02ff" and unicodedata.combining(character) > 0
    ) or "\u1160" <= character <= "\u11ff"
