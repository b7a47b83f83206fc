"""The geometry of a drawn table: where its bars stand and which segments lie between them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import east_asian_width

HORIZONTAL = "─━═┄┅┈┉╌╍"
_RULE = re.compile(rf"[{HORIZONTAL}]+|[-=]{{2,}}")
_BOX = re.compile(rf"(?![{HORIZONTAL}])[\u2500-\u257f]")
_CROSSING = re.compile(r"(?<=[-=+|])\+|\+(?=[-=+|])|^\+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Segment:
    """What stands between two bars of one line; columns are those of the whole table."""

    left: int
    right: int  # exclusive
    text: str

    @property
    def is_rule(self) -> bool:
        """A horizontal line, which ends the cells above it; so does nothing at all between two bars."""
        return not self.text or _RULE.fullmatch(self.text.strip()) is not None


def is_drawn_rule(line: str) -> bool:
    """A line that only a drawn table has: box characters, or `+---`."""
    return bool(_BOX.match(line)) or bool(re.match(r"[|]?[^|]*\+[-=]{2,}", line))


def segments(lines: Sequence[str]) -> list[list[Segment]]:
    """Each line's segments.

    Box characters and other signs of ambiguous width are two columns wide in Korean fonts and
    one elsewhere; the right width is the one with which the bars stand below each other.
    """
    drawings = [_draw(lines, ambiguous) for ambiguous in (2, 1)]
    drawing = min(drawings, key=lambda drawn: len({place for line in drawn for place in _places(line)}))
    columns = _columns({place for line in drawing for place in _places(line)})
    return [
        [Segment(left=columns[left], right=columns[right], text=text) for left, right, text in line]
        for line in drawing
    ]


_Drawing = list[tuple[int, int, str]]


def _draw(lines: Sequence[str], ambiguous: int) -> list[_Drawing]:
    return [_draw_line(line, ambiguous) for line in lines]


def _draw_line(line: str, ambiguous: int) -> _Drawing:
    bars = [at for at, character in enumerate(line) if character == "|" or _BOX.match(character)]
    bars = sorted({*bars, *(match.start() for match in _CROSSING.finditer(line))})
    if not bars:
        return []
    ends = [*bars, len(line)] if line[bars[-1] + 1 :].strip() else bars
    drawn, place = [], _width(line[: bars[0]], ambiguous)
    for start, end in pairwise(ends):
        right = place + _width(line[start:end], ambiguous)
        drawn.append((place, right, line[start + 1 : end]))
        place = right
    return drawn


def _places(line: _Drawing) -> Iterable[int]:
    for left, right, _ in line:
        yield left
        yield right


def _columns(places: Iterable[int]) -> dict[int, int]:
    """Bars one place apart are the same bar drawn by an unsteady hand."""
    columns: dict[int, int] = {}
    column, last = -1, None
    for place in sorted(places):
        if last is None or place - last > 1:
            column += 1
        columns[place], last = column, place
    return columns


def _width(text: str, ambiguous: int) -> int:
    widths = {"W": 2, "F": 2, "A": ambiguous}
    return sum(widths.get(east_asian_width(character), 1) for character in text)
