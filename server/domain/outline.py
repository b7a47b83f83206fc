"""A body's lines with their list markers and nesting. Pure; offsets count characters of the body."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from server.domain.brackets import mask

_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("circled", re.compile(r"[①-⑳㉑-㉟]")),
    ("number", re.compile(r"[0-9]{1,3}(?:의[0-9]+)?\\?\.(?=\s|[^\s0-9])")),
    ("syllable", re.compile(r"[가나다라마바사아자차카타파하]\.(?=\s)")),
    ("number)", re.compile(r"[0-9]{1,3}\)")),
    ("syllable)", re.compile(r"[가나다라마바사아자차카타파하]\)")),
    ("(number)", re.compile(r"\((?:[0-9]{1,3}|[가나다라마바사아자차카타파하])\)(?=\s)")),
    ("letter", re.compile(r"(?:\([a-z]{1,3}\)|[a-z]\.(?=\s)|[a-z]\)|[а-яё]\))", re.IGNORECASE)),
    ("bullet", re.compile(r"[-–—•·∙◦○●□■▪※*](?=\s)")),
)
_TERMINAL = re.compile(
    r"(?<=[가-힣)\]}])\.(?=[\s<(]|$)|(?<=[^\W\d_]{2})[.!?](?=\s+[A-ZА-ЯЁ\"«“]|\s*$)|[!?](?=\s)"
)
_EDGE = re.compile(r"[│┃]|(?:^|(?<=\s))\|(?=\s|$)|^\||\|$")
TABLE_EDGES = frozenset("│┌├└┬┴┼─┤┐┘|┃━")


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One line of a body. `start` stands after the marker, `end` before trailing space."""

    index: int
    start: int
    end: int
    marker: str  # "" on an unmarked line
    depth: int  # 0: a paragraph; 1, 2, …: nested list lines
    parent: int | None  # index of the line whose list this line belongs to
    table: bool  # a row of a table, drawn or piped, a rule or a frame


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """One sentence of one line."""

    line: int
    start: int
    end: int


@lru_cache(maxsize=128)  # finder and gates read the same body one after the other
def outline(body: str) -> tuple[Line, ...]:
    """The lines of a body in order, empty ones left out.

    A list line belongs to the nearest line above whose marker is of a kind that was open before;
    a circled number (항) and an unmarked line open a new paragraph.
    """
    lines: list[Line] = []
    kinds: list[str] = []  # kinds of the open lists, outermost first
    parents: list[int | None] = [None]  # parents[d]: the line that lists of depth d + 1 hang on
    for start, end in _spans(body):
        kind, marker, text_start = _marker(body, start, end)
        table = _is_table(body, start, end)
        text_start = start if table else text_start
        if table or kind in ("", "circled"):
            depth, kinds = 0, []
        else:
            kinds = kinds[: kinds.index(kind)] if kind in kinds else kinds
            kinds.append(kind)
            depth = len(kinds)
        parent = parents[depth - 1] if depth else None
        if not table:
            del parents[depth:]
            parents.append(len(lines))
        lines.append(
            Line(
                index=len(lines),
                start=text_start,
                end=end,
                marker=marker,
                depth=depth,
                parent=parent,
                table=table,
            )
        )
    return tuple(lines)


def sentences(body: str, line: Line) -> tuple[Sentence, ...]:
    """The sentences of one line, full stop included, outer spaces not; a bracket is never cut."""
    top = mask(body[line.start : line.end])
    cuts = [line.start, *(line.start + match.end() for match in _TERMINAL.finditer(top)), line.end]
    found = []
    for start, end in pairwise(cuts):
        text = body[start:end]
        left = start + len(text) - len(text.lstrip())
        if text.strip():
            found.append(Sentence(line=line.index, start=left, end=left + len(text.strip())))
    return tuple(found)


def cells(body: str, line: Line) -> tuple[tuple[int, int], ...]:
    """The cells of one table line, drawn (│a│b│), piped (|a|b|) or plain (a | b), outer space cut."""
    edges = [line.start + match.start() for match in _EDGE.finditer(body[line.start : line.end])]
    starts = [line.start, *(edge + 1 for edge in edges)]
    ends = [*edges, line.end]
    found = []
    for start, end in zip(starts, ends, strict=True):
        text = body[start:end]
        left = start + len(text) - len(text.lstrip())
        found.append((left, left + len(text.strip())))
    outer = {found[0]: line.start in edges, found[-1]: line.end - 1 in edges}
    return tuple(cell for cell in found if not (outer.get(cell) and cell[0] == cell[1]))


def children(lines: tuple[Line, ...], line: Line) -> tuple[Line, ...]:
    """The list lines directly below a line."""
    return tuple(one for one in lines if one.parent == line.index and one.depth)


def ancestors(lines: tuple[Line, ...], line: Line) -> tuple[Line, ...]:
    """The lines that a line hangs on, nearest first."""
    found = []
    parent = line.parent
    while parent is not None:
        found.append(lines[parent])
        parent = lines[parent].parent
    return tuple(found)


def _is_table(body: str, start: int, end: int) -> bool:
    text = body[start:end]
    return text[0] in TABLE_EDGES or text.startswith(("<img", "</img")) or " | " in text


def _spans(body: str) -> list[tuple[int, int]]:
    spans = []
    position = 0
    for raw in body.split("\n"):
        text = raw.strip()
        if text:
            start = position + len(raw) - len(raw.lstrip())
            spans.append((start, start + len(text)))
        position += len(raw) + 1
    return spans


def _marker(body: str, start: int, end: int) -> tuple[str, str, int]:
    for kind, pattern in _KINDS:
        match = pattern.match(body, start, end)
        if match:
            after = match.end()
            while after < end and body[after].isspace():
                after += 1
            return kind, match.group(), after
    return "", "", start
