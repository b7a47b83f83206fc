"""Tables drawn with box characters or `+--+`: rows stay whole, broken cells are joined.

A frame around a text or a formula (one column) is no table: its lines stay lines.
A horizontal rule ends the cells above it and only those, so a cell that spans several rows goes on
beside a rule drawn for its neighbours; it is repeated in each of these rows, to keep them whole.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from server.apps.documents.blocks import Row
from server.apps.documents.loaders.drawn_grid import Segment, segments
from server.apps.documents.loaders.inline import plain
from server.apps.documents.loaders.word_joiner import WordJoiner

MAX_COLUMNS = 64
WRAPPED_CHARACTERS = 10  # a narrower cell is not taken for a wrapped one
WRAPPED_SHARE = 0.75  # a line that fills this much of its cell's longest line may go on below


@dataclass(kw_only=True, slots=True)
class _Cell:
    column: int
    pieces: dict[int, str] = field(default_factory=dict)  # line number -> text


@dataclass(kw_only=True, slots=True)
class _Band:
    """What stands between two rules."""

    cells: list[_Cell]
    lines: list[int]  # the lines of this band; a spanning cell has pieces on others too


def read_drawn(lines: Sequence[tuple[int, str]], joiner: WordJoiner) -> tuple[Row, ...]:
    """Rows of the table whose lines (number, text) these are, blank lines left out."""
    grid = segments([text.strip() for _, text in lines])
    numbered = [(number, line) for (number, _), line in zip(lines, grid, strict=True)]
    columns = max((segment.right for line in grid for segment in line), default=0)
    if columns == 1 or columns > MAX_COLUMNS:
        numbered = [(number, [s for s in line if not s.is_rule]) for number, line in numbered]
        return tuple(_row([number], [plain(s.text) for s in line]) for number, line in numbered if line)
    bands = list(_bands(numbered))
    if len(bands) == 1 or (len(bands) == 2 and not _shared(*bands)):  # a head and a body without rules
        bands[-1:] = _unruled(bands[-1])
    budget = sum(len(text) for _, text in lines)  # what repeated cells may add
    return tuple(_rows(bands, joiner, budget))


def _bands(lines: Sequence[tuple[int, list[Segment]]]) -> Iterator[_Band]:
    active: dict[int, _Cell] = {}
    texts: list[int] = []
    for number, line in lines:
        rules = [segment for segment in line if segment.is_rule]
        if rules and texts:
            yield _Band(cells=_in_order(active), lines=texts)
            texts = []
        for rule in rules:
            for column in range(rule.left, rule.right):
                active.pop(column, None)
        for segment in line:
            if not segment.is_rule and (text := plain(segment.text)):
                active.setdefault(segment.left, _Cell(column=segment.left)).pieces[number] = text
                texts = texts if texts[-1:] == [number] else [*texts, number]
    if texts:
        yield _Band(cells=_in_order(active), lines=texts)


def _in_order(active: dict[int, _Cell]) -> list[_Cell]:
    return [active[column] for column in sorted(active)]


def _shared(upper: _Band, lower: _Band) -> bool:
    return any(cell is other for cell in upper.cells for other in lower.cells)


def _unruled(band: _Band) -> list[_Band]:
    """A band without rules inside, cut where a row seems to begin.

    That is where the first cell and another one have text, and the line above filled no cell that goes on.
    """
    wide = [(cell.pieces, max(map(len, cell.pieces.values()))) for cell in band.cells]
    groups: list[list[int]] = []
    for number in band.lines:
        begins = number in wide[0][0] and any(number in pieces for pieces, _ in wide[1:])
        if groups and not (begins and not any(_wraps(*cell, groups[-1][-1], number) for cell in wide)):
            groups[-1].append(number)
        else:
            groups.append([number])
    return [_Band(cells=[_only(cell, lines) for cell in band.cells], lines=lines) for lines in groups]


def _wraps(pieces: dict[int, str], longest: int, before: int, number: int) -> bool:
    if longest <= WRAPPED_CHARACTERS or before not in pieces or number not in pieces:
        return False
    return len(pieces[before]) >= WRAPPED_SHARE * longest


def _only(cell: _Cell, lines: list[int]) -> _Cell:
    return _Cell(
        column=cell.column, pieces={number: cell.pieces[number] for number in lines if number in cell.pieces}
    )


def _rows(bands: list[_Band], joiner: WordJoiner, budget: int) -> Iterator[Row]:
    shown: dict[int, str] = {}
    for band in bands:
        cells: list[str] = []
        for cell in band.cells:
            if id(cell) in shown:
                budget -= len(shown[id(cell)])
                cells.append(shown[id(cell)] if budget >= 0 else "")
            else:
                shown[id(cell)] = joiner.join(list(cell.pieces.values()))
                cells.append(shown[id(cell)])
        yield _row(band.lines, cells)


def _row(lines: list[int], cells: list[str]) -> Row:
    return Row(start_line=lines[0], end_line=lines[-1], cells=tuple(cells))
