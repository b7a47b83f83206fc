"""Drawn and piped tables: rows of cells, each character of a cell knowing its place in the body.

A drawn table breaks a cell's words at a fixed width. A name is literal only where its characters
stand side by side in the body; `Cell.place` tells.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from server.domain.outline import Line

_RULE = re.compile(r"[\s┌├└┬┴┼─┤┐┘━|:+-]+")
_EDGE = re.compile(r"[│┃|]")
_MARKED = re.compile(r"(?:[가-하]|[0-9]{1,2})[.)]\s")


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A cell's text, its broken lines joined; a list marker inside opens a line of its own."""

    text: str
    places: tuple[int, ...]  # of each character in the body; -1 for a joint that we put in

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Where `text[start:end]` stands in the body, None where the table tore it apart."""
        first = self.places[start]
        if self.places[start:end] != tuple(range(first, first + end - start)):
            return None
        return first, first + end - start


def rows(body: str, lines: Iterable[Line]) -> Iterator[tuple[Cell, ...]]:
    """The rows of one table, header first. `lines` are the table's lines in order."""
    fragments: list[list[tuple[int, int]]] = []
    for line in lines:
        text = body[line.start : line.end]
        if not _EDGE.match(text) or _RULE.fullmatch(text):
            yield from _row(body, fragments)
            fragments = []
            continue
        cells = list(_cells(body, line))
        if len(cells) != len(fragments) or text.startswith("|"):
            yield from _row(body, fragments)
            fragments = [[] for _ in cells]
        for column, span in zip(fragments, cells, strict=True):
            column.append(span)
    yield from _row(body, fragments)


def _cells(body: str, line: Line) -> Iterator[tuple[int, int]]:
    edges = [line.start + match.start() for match in _EDGE.finditer(body[line.start : line.end])]
    if edges[-1] < line.end - 1:
        edges.append(line.end)
    for left, right in pairwise(edges):
        yield left + 1, right


def _row(body: str, fragments: list[list[tuple[int, int]]]) -> Iterator[tuple[Cell, ...]]:
    row = tuple(_cell(body, column) for column in fragments)
    if any(cell.text for cell in row):
        yield row


def _cell(body: str, column: list[tuple[int, int]]) -> Cell:
    text = ""
    places: list[int] = []
    for left, right in column:
        piece = body[left:right]
        start = left + len(piece) - len(piece.lstrip())
        piece = piece.strip()
        if text and _MARKED.match(piece):
            text += "\n"
            places.append(-1)
        text += piece
        places.extend(range(start, start + len(piece)))
    return Cell(text=text, places=tuple(places))
