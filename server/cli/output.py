"""How every command speaks: JSON with --json, else tables and colours; errors with their remedy."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from server.domain import errors

out = Console(highlight=False, markup=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON value instead of tables.")]


class Exit(IntEnum):
    """Exit codes of every command (runbook/cli.md)."""

    OK = 0
    FAILED = 1  # the command ran and what it checked is not well
    USAGE = 2  # unknown option or value, unknown setting
    NO_INDEX = 3  # nothing was built yet, or it cannot be read
    BUSY = 4  # another build runs
    UNAVAILABLE = 5  # a model, embedder or ledger cannot be reached


_EXITS: tuple[tuple[type[errors.ClausecardError], Exit], ...] = (
    (errors.SettingsError, Exit.USAGE),
    (errors.InvalidInput, Exit.USAGE),
    (errors.NotFound, Exit.FAILED),
    (errors.IndexEmpty, Exit.NO_INDEX),
    (errors.IndexUnavailable, Exit.NO_INDEX),
    (errors.RebuildRunning, Exit.BUSY),
    (errors.ClausecardError, Exit.UNAVAILABLE),
)


@contextmanager
def readable_errors() -> Iterator[None]:
    """Print an error of ours with its remedy and leave with its exit code."""
    try:
        yield
    except errors.ClausecardError as error:
        print_error(error)
        code = next(code for kind, code in _EXITS if isinstance(error, kind))
        raise typer.Exit(code) from error


def print_error(error: errors.ClausecardError) -> None:
    """What is wrong and, behind an arrow, what to do; on standard error."""
    err.print(Text(f"{error}", style="bold red"))
    if error.remedy:
        err.print(Text(f"→ {error.remedy}"))


def emit_json(value: Any) -> None:  # noqa: ANN401  # JSON is any of its six kinds
    """One JSON value on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table; cells are plain text, never markup."""
    drawn = Table(title=title, title_justify="left", show_edge=False, pad_edge=False)
    for column in columns:
        drawn.add_column(column, overflow="fold")
    for row in rows:
        drawn.add_row(*(cell if isinstance(cell, Text) else Text(str(cell)) for cell in row))
    out.print(drawn)
