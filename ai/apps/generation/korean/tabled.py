"""Papers that stand in a table below a line that asks for them."""

import re
from collections.abc import Iterator

from ai.apps.generation.korean.asking import leads_list
from ai.apps.generation.korean.names import names
from ai.apps.generation.span import Span
from ai.apps.generation.tables import Cell, rows
from server.domain.outline import Line

_PAPER_COLUMN = re.compile(r"(?:서류|첨부|제출|구비)")
_LINE = re.compile(r"(?:(?:[가-하]|[0-9]{1,2})[.)]\s+)?(?P<text>(?:(?!\s[가-하]\.\s)[^\n])+)\s*")


def tabled(body: str, lines: tuple[Line, ...]) -> Iterator[Span]:
    """Names in the papers' column of each table whose header or lead asks for papers.

    A name that the table tore apart is left out: it is not literal.
    """
    for lead, table in _tables(lines):
        header, *below = list(rows(body, table)) or [()]
        columns = [number for number, cell in enumerate(header) if _PAPER_COLUMN.search(cell.text)]
        if not columns or not (leads_list(body, lead) if lead else _names_papers(header[columns[-1]])):
            continue
        for row in below:
            if len(row) == len(header):
                yield from _names(body, row[columns[-1]])


def _names_papers(cell: Cell) -> bool:
    return bool(re.fullmatch(r"(?:구비|제출|첨부|필요)\s*서류", cell.text.strip()))


def _tables(lines: tuple[Line, ...]) -> Iterator[tuple[Line | None, list[Line]]]:
    lead: Line | None = None
    table: list[Line] = []
    for line in lines:
        if line.table:
            table.append(line)
            continue
        if table:
            yield lead, table
        lead, table = line, []
    if table:
        yield lead, table


def _names(body: str, cell: Cell) -> Iterator[Span]:
    for line in _LINE.finditer(cell.text):
        for name in names(Span(text=cell.text, start=line.start("text"), end=line.end("text"))):
            place = cell.place(name.start, name.end)
            if place:
                yield Span(text=body, start=place[0], end=place[1])
