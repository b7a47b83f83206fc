"""What every `clausecard eval` takes and gives: golden set in; table or JSON, report, baseline out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import update_wrapper
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from server.apps.evaluation.baseline import changes, read_baseline, regressions, write_baseline
from server.apps.evaluation.report import render_report
from server.apps.evaluation.result import Difference, EvaluationResult
from server.apps.evaluation.table import difference_rows, figure_rows, groups, summary
from server.cli.output import Exit, JsonFlag, emit_json, err, out, readable_errors, table
from server.domain.errors import InvalidInput
from server.domain.plain import as_json

Golden = Annotated[Path, typer.Option("--golden", help="The golden set, a JSONL file.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only so many cases, evenly spread over the file.")]
CasesFlag = Annotated[bool, typer.Option("--cases", help="With --json: every case with its trace.")]
ReportFile = Annotated[Path | None, typer.Option("--report", help="Write one self-contained HTML file.")]
BaselineFile = Annotated[
    Path | None,
    typer.Option("--baseline", help="Compare with this file; exit 1 when something got worse beyond chance."),
]
NewBaseline = Annotated[
    Path | None, typer.Option("--write-baseline", help="Keep this result in a file to compare with.")
]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Outputs:
    """Where a result goes."""

    json_: bool
    cases: bool
    report: Path | None
    baseline: Path | None
    new: Path | None


def delivered(measure: Callable[..., EvaluationResult]) -> Callable[..., None]:
    """A command from what measures: the options of both, and the result goes where they say."""

    def command(
        *,
        report: ReportFile = None,
        baseline: BaselineFile = None,
        write_baseline: NewBaseline = None,
        json_: JsonFlag = False,
        cases: CasesFlag = False,
        **own: object,
    ) -> None:
        outputs = Outputs(json_=json_, cases=cases, report=report, baseline=baseline, new=write_baseline)
        with readable_errors():
            deliver(measure(**own), outputs)

    options = [*signature(measure).parameters.values(), *signature(command).parameters.values()]
    command.__signature__ = Signature([one for one in options if one.kind is one.KEYWORD_ONLY])  # type: ignore[attr-defined]  # how typer reads them
    command.__annotations__ = {one.name: one.annotation for one in options}
    return update_wrapper(command, measure, assigned=("__name__", "__doc__"), updated=())


def limited(rows: Sequence[T], limit: int | None) -> Sequence[T]:
    """At most `limit` rows, evenly spread, so that every kind stays in."""
    if limit is None or limit >= len(rows):
        return rows
    return [rows[place * len(rows) // limit] for place in range(limit)]


@contextmanager
def counting(words: str, total: int) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error; call what it gives once a case."""
    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(words, total=total)
        yield lambda: bar.advance(task)


def deliver(result: EvaluationResult, outputs: Outputs) -> None:
    """Print and write the result; leave with exit code 1 on a regression against the baseline."""
    dated = replace(result, created_at=datetime.now(UTC).isoformat(timespec="seconds"))
    found: tuple[Difference, ...] = ()
    if outputs.baseline is not None:
        found = changes(dated, read_baseline(outputs.baseline, dated.kind))
    worse = regressions(found)
    if outputs.report is not None:
        write_text(outputs.report, render_report(dated, worse=worse))
    if outputs.new is not None:
        write_baseline(outputs.new, dated)
    if outputs.json_:
        _print_json(dated, found, worse, cases=outputs.cases)
    else:
        _print_tables(dated, found)
    for one in worse:
        err.print(
            Text(f"worse than the baseline: {one.second} {one.figure} {one.value:+.4f}", style="bold red")
        )
    if worse:
        raise typer.Exit(Exit.FAILED)


def write_text(path: Path, text: str) -> None:
    """Raises InvalidInput when the file cannot be written."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be written: {error.strerror}", remedy="name another file"
        ) from error


def _print_json(
    result: EvaluationResult, found: Sequence[Difference], worse: Sequence[Difference], *, cases: bool
) -> None:
    shown = (
        result
        if cases
        else replace(result, conditions=tuple(replace(one, cases=()) for one in result.conditions))
    )
    emit_json(
        {
            "summary": summary(result),
            **as_json(shown),
            "since_baseline": as_json(found),
            "worse_than_baseline": as_json(worse),
        }
    )


def _print_tables(result: EvaluationResult, found: Sequence[Difference]) -> None:
    for group in groups(result):
        title = f"{result.kind}: {result.golden}" if group == "all" else group
        table(title, *figure_rows(result, group))
    for title, rows in (("Differences", result.differences), ("Since the baseline", found)):
        if rows:
            table(title, *difference_rows(rows))
    out.print(Text(f"{result.cases} cases · {result.created_at}", style="dim"))
