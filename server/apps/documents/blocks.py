"""Blocks: what every loader makes of a file, and all that the splitter ever sees.

Lines are those of the source file, 1-based and inclusive; a format without lines counts its
paragraphs instead. `after_gap` says that a blank line (or a paragraph break) stands before.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A place in the source."""

    start_line: int
    end_line: int
    after_gap: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading(Block):
    """A heading that the format itself marks as one."""

    level: int  # 1 is outermost
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Paragraph(Block):
    """One line of running text, left-trimmed."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ListItem(Block):
    """One list item; its text begins with its label (`1.`, `가.`, `①`, `-`)."""

    label: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Row(Block):
    """One row of a table, whole; a cell that was broken over lines is joined."""

    cells: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Table(Block):
    """Rows from top to bottom; a head row is a row like the others."""

    rows: tuple[Row, ...]


AnyBlock = Heading | Paragraph | ListItem | Table


@dataclass(frozen=True, kw_only=True, slots=True)
class Loaded:
    """A file as a loader understood it."""

    blocks: tuple[AnyBlock, ...]
    title: str = ""  # only what the file states as its title, not a guess
    metadata: Mapping[str, str] = field(default_factory=dict)


Loader = Callable[[bytes], Loaded]
"""Raises Unreadable when the bytes are not what the file's ending promises."""


def block_text(block: AnyBlock) -> str:
    """The block as the body shows it: one line, a table one line a row."""
    if isinstance(block, Table):
        return "\n".join(row_text(row) for row in block.rows)
    return block.text


def block_lines(blocks: Iterable[AnyBlock]) -> Iterator[str]:
    """The lines of a body made of these blocks."""
    for block in blocks:
        yield from block_text(block).split("\n")


def row_text(row: Row) -> str:
    """`cell | cell | cell`, without cells that are blank."""
    return " | ".join(cell for cell in row.cells if cell)
