"""Where sentences end, in Korean, English and Russian, dates and abbreviations kept whole."""

import re
from dataclasses import dataclass
from itertools import pairwise

from server.gates.citation_marks import Mark, find_marks

_END = re.compile(r"[.!?。！？…]+[\"'”’»)\]]*")
_ABBREVIATION = re.compile(
    r"(?:\b(?:no|nos|art|arts|sec|para|par|e\.g|i\.e|etc|vs|mr|mrs|ms|dr|st|approx|ca|cf|inc|ltd|co|fig"
    r"|ст|п|пп|ч|гл|разд|г|гг|руб|коп|тыс|млн|млрд|т\.\s?е|т\.\s?д|т\.\s?п|т|д|ул|им|тел|см|др|пр|мин|час|сек"
    r"|[a-zа-яё])|(?:^|[\s(])[0-9]{1,4})$",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"\s+[A-ZА-ЯЁ«\"“]")
_UNIT_END = re.compile(r"[0-9]\s*(?:г|гг|руб|коп|тыс|млн|p\.?m|a\.?m)$", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """A sentence with the marks inside it or right behind it; offsets into the draft, end exclusive."""

    text: str
    start: int
    end: int
    marks: tuple[Mark, ...]  # offsets into `text`

    @property
    def words_text(self) -> str:
        """The sentence without its marks, each replaced by as many spaces so that offsets hold."""
        text = self.text
        for mark in self.marks:
            text = text[: mark.start] + " " * (mark.end - mark.start) + text[mark.end :]
        return text


def split_sentences(text: str) -> tuple[Sentence, ...]:
    """All sentences of a draft, in order; a line break always ends one."""
    marks = find_marks(text)
    bounds = [0, *_ends(text, marks), len(text)]
    sentences = (_sentence(text, a, b) for a, b in pairwise(bounds))
    return tuple(sentence for sentence in sentences if sentence is not None)


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of a clause's sentences and lines, for quoting; end exclusive."""
    bounds = [0, *_ends(text, ()), len(text)]
    return tuple((a, b) for a, b in pairwise(bounds) if text[a:b].strip())


def _ends(text: str, marks: tuple[Mark, ...]) -> list[int]:
    ends = {match.end() for match in re.finditer(r"\n+", text)}
    starts = {mark.start: mark.end for mark in marks}
    for match in _END.finditer(text):
        if any(mark.start <= match.start() < mark.end for mark in marks):
            continue
        end = _behind_marks(text, match.end(), starts)
        if end < len(text) and _ends_here(text, match.start(), match.end(), end):
            ends.add(end)
    return sorted(end for end in ends if 0 < end < len(text))


def _behind_marks(text: str, end: int, starts: dict[int, int]) -> int:
    """Marks that follow the full stop on the same line belong to the sentence before them."""
    while True:
        blank = end
        while blank < len(text) and text[blank] in " \t":
            blank += 1
        if blank not in starts:
            return end
        end = starts[blank]
        while end < len(text) and text[end] in ".!?。":
            end += 1


def _ends_here(text: str, stop: int, stop_end: int, end: int) -> bool:
    if end > stop_end:  # a mark stands behind the full stop
        return True
    if not text[end].isspace():
        return False
    before = text[max(0, stop - 12) : stop]
    if text[stop] != "." or not _ABBREVIATION.search(before):
        return True
    return bool(_UNIT_END.search(before) or before[-1:].isdigit()) and _CAPITAL.match(text, end) is not None


def _sentence(text: str, start: int, end: int) -> Sentence | None:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    piece = piece.strip()
    if not piece:
        return None
    return Sentence(text=piece, start=start, end=start + len(piece), marks=find_marks(piece))
