"""Pipe tables: one line is one row."""

import re

from server.apps.documents.blocks import Row
from server.apps.documents.loaders.inline import plain

_SEPARATOR = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")
_BAR = re.compile(r"(?<!\\)\|")


def is_separator(line: str) -> bool:
    """`|---|:---:|`; the line below a head row. A bar must stand in it, or it is a plain rule."""
    stripped = line.strip()
    return "|" in stripped and _SEPARATOR.fullmatch(stripped) is not None


def read_pipe_row(number: int, line: str) -> Row:
    """The cells of a row without their marks."""
    stripped = line.strip().removeprefix("|")
    cells = _BAR.split(stripped[:-1] if stripped.endswith("|") and not stripped.endswith("\\|") else stripped)
    return Row(start_line=number, end_line=number, cells=tuple(plain(cell) for cell in cells))
