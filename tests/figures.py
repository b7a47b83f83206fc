"""Runs every module of a folder that has `run() -> dict` and shows the figures that it returns."""

import pkgutil
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

Figures = Mapping[str, object]  # what was measured -> value, the unit in the name


def run_modules(folder: Path, package: str, names: Sequence[str]) -> dict[str, Figures]:
    """Figures per module, in the order of names; without names all modules."""
    present = sorted(module.name for module in pkgutil.iter_modules([str(folder)]) if module.name[0] != "_")
    unknown = set(names) - set(present)
    if unknown:
        raise SystemExit(f"no such module: {', '.join(sorted(unknown))}; there are: {', '.join(present)}")
    console = Console()
    results: dict[str, Figures] = {}
    for name in names or present:
        console.rule(name)
        results[name] = import_module(f"{package}.{name}").run()
        console.print(table_of({name: results[name]}))
    return results


def table_of(results: Mapping[str, Figures]) -> Table:
    """One row per figure."""
    table = Table("module", "figure", "value")
    for name, figures in results.items():
        for figure, value in figures.items():
            table.add_row(name, figure, shown(value))
    return table


def shown(value: object) -> str:
    """A figure as text; fractions with three places."""
    return (
        f"{value:,.3f}"
        if isinstance(value, float)
        else f"{value:,}"
        if isinstance(value, int)
        else str(value)
    )
