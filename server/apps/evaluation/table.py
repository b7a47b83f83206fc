"""A result as plain rows, for a terminal."""

from collections.abc import Sequence

from server.apps.evaluation.result import Difference, EvaluationResult, Figure
from server.apps.evaluation.svg import shown

Row = tuple[str, ...]


def figure_rows(result: EvaluationResult, group: str) -> tuple[Row, list[Row]]:
    """Columns and rows of one group: a figure a row, a condition a column."""
    held = [one for one in result.conditions if any(figure.group == group for figure in one.figures)]
    names = dict.fromkeys(figure.name for one in held for figure in one.figures if figure.group == group)
    columns = ("figure", "n", *(one.name for one in held))
    rows = []
    for name in names:
        cells = [one.figure(name, group) for one in held]
        count = max(cell.count for cell in cells if cell is not None)
        rows.append((name, str(count), *(_cell(cell) for cell in cells)))
    return columns, rows


def groups(result: EvaluationResult) -> list[str]:
    """All groups that have figures, in order."""
    return list(dict.fromkeys(figure.group for one in result.conditions for figure in one.figures))


def difference_rows(found: Sequence[Difference]) -> tuple[Row, list[Row]]:
    """Columns and rows of differences."""
    columns = ("figure", "from", "to", "change", "95 % interval")
    return columns, [
        (
            one.figure,
            one.first,
            one.second,
            f"{one.value:+.4f}",
            f"{one.interval.low:+.4f} to {one.interval.high:+.4f}",
        )
        for one in found
    ]


def summary(result: EvaluationResult) -> dict[str, dict[str, float]]:
    """Condition to figure to value, over all cases: what most readers of the JSON look for."""
    return {
        one.name: {figure.name: figure.value for figure in one.figures if figure.group == "all"}
        for one in result.conditions
    }


def _cell(figure: Figure | None) -> str:
    if figure is None:
        return ""
    if figure.interval is None:
        return shown(figure.value)
    return f"{figure.value:.3f} {figure.interval.low:.2f}-{figure.interval.high:.2f}"
