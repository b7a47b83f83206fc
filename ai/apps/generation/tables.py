"""Drawn and piped tables: rows of cells, each character of a cell knowing its place in the body.

A drawn table breaks a cell's words at a fixed width. A name is literal only where its characters
stand side by side in the body; `Cell.place` tells.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from server.domain.outline import Line, cells

_RULE = re.compile(r"[\s┌├└┬┴┼─┤┐┘━|:+-]+")
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
    """The rows of one table, header first. `lines` are the table's lines in order.

    Between two rules a drawn row may take several lines; every other line is a row of its own.
    """
    fragments: list[list[tuple[int, int]]] = []
    for line in lines:
        text = body[line.start : line.end]
        if _RULE.fullmatch(text) or (text.startswith(("<img", "</img")) and "│" not in text):
            yield from _row(body, fragments)
            fragments = []
            continue
        spans = cells(body, line)
        if len(spans) != len(fragments) or text[0] not in "│┃":
            yield from _row(body, fragments)
            fragments = [[] for _ in spans]
        for column, span in zip(fragments, spans, strict=True):
            column.append(span)
    yield from _row(body, fragments)


def _row(body: str, fragments: list[list[tuple[int, int]]]) -> Iterator[tuple[Cell, ...]]:
    row = tuple(_cell(body, column) for column in fragments)
    if any(cell.text for cell in row):
        yield row


def _cell(body: str, column: list[tuple[int, int]]) -> Cell:
    text = ""
    places: list[int] = []
    for start, end in column:
        piece = body[start:end]
        if text and _MARKED.match(piece):
            text += "\n"
            places.append(-1)
        text += piece
        places.extend(range(start, end))
    return Cell(text=text, places=tuple(places))
