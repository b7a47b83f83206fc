"""`clausecard index build | status | watch`."""

import asyncio
import contextlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from server.apps.index.build import BuildReport
from server.apps.index.lines import done_line, failed_line, progress_line
from server.apps.index.policies import rebuild_after_changes
from server.apps.index.progress import OnProgress
from server.apps.index.status import IndexStatus
from server.cli.house import open_house
from server.cli.output import JsonFlag, emit_json, err, out, print_error, table
from server.domain.document import UnreadableFile
from server.domain.edition import BuildProgress
from server.domain.errors import BuildFailed, ClausecardError, EmbedderUnavailable
from server.domain.plain import as_json
from server.domain.reasons import Freshness
from server.main import House

index_app = typer.Typer(help="Build the index and see how it stands.", no_args_is_help=True)
_COLOURS = {
    Freshness.FRESH: "green",
    Freshness.CHANGED: "yellow",
    Freshness.NEW: "cyan",
    Freshness.MISSING: "red",
}


@index_app.command()
def build(
    json_: JsonFlag = False,
    progress_json: Annotated[
        bool, typer.Option("--progress-json", help="One JSON object per line while it goes on.")
    ] = False,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Even if no document is left of the edition that serves.")
    ] = False,
) -> None:
    """Bring the index up to date with the documents; readers notice nothing."""
    with open_house() as house:
        if progress_json:
            _build_in_lines(house, allow_empty=allow_empty)
            return
        report = _build_with_bar(house, allow_empty=allow_empty)
        if json_:
            emit_json(as_json(report))
        else:
            _print_report(report)


@index_app.command()
def status(json_: JsonFlag = False) -> None:
    """Each document fresh, changed, new or missing, and why the index is stale."""
    with open_house() as house:
        found = house.index_status()
        if json_:
            emit_json(as_json(found))
        else:
            _print_status(found)


@index_app.command()
def watch() -> None:
    """Build now and again whenever a document changes, until Ctrl-C."""
    with open_house() as house:
        build_or_keep(house)

        async def rebuild() -> None:
            await asyncio.to_thread(_build_or_tell, house)

        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(rebuild_after_changes(house.settings.documents, rebuild))


def build_or_keep(house: House) -> None:
    """Build; a build that fails while an edition serves is told, and that edition kept.

    Raises what the build raised when there is no edition.
    """
    try:
        _print_report(_build_with_bar(house))
    except (BuildFailed, EmbedderUnavailable) as error:
        if house.index_status().edition is None:
            raise
        print_error(error)


def _build_or_tell(house: House) -> None:
    try:
        _print_report(_build_with_bar(house))
    except ClausecardError as error:
        print_error(error)


def _build_with_bar(house: House, *, allow_empty: bool = False) -> BuildReport:
    with _progress_bar() as on_progress:
        return house.build(on_progress, allow_empty=allow_empty)


@contextmanager
def _progress_bar() -> Iterator[OnProgress]:
    """One bar a phase, with counts and the remaining time."""
    columns = (
        TextColumn("{task.description:>8}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[rest]}"),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        tasks = {}

        def draw(progress: BuildProgress) -> None:
            if progress.phase not in tasks:
                tasks[progress.phase] = bar.add_task(progress.phase, total=progress.total, rest="")
            rest = "" if progress.remaining_seconds is None else f"{progress.remaining_seconds:.0f} s left"
            bar.update(tasks[progress.phase], completed=progress.done, total=progress.total, rest=rest)

        yield draw


def _print_report(report: BuildReport) -> None:
    """What a build did, in a line or two, and the files that were left out."""
    edition = report.edition
    state = "published" if report.published else "up to date:"
    out.print(
        Text(f"{state} edition {edition.number}", style="bold green"),
        f"{edition.documents} documents, {edition.clauses} clauses",
        f"({report.clauses_analysed} analysed, {report.passages_embedded} passages embedded)",
    )
    _print_unreadable(edition.unreadable)


def _build_in_lines(house: House, *, allow_empty: bool) -> None:
    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    try:
        report = house.build(lambda progress: say(progress_line(progress)), allow_empty=allow_empty)
    except ClausecardError as error:
        say(failed_line(error))
        raise
    say(done_line(report))


def _print_status(found: IndexStatus) -> None:
    rows = [
        (
            one.collection,
            one.doc_id,
            one.title,
            one.clauses,
            Text(one.freshness, style=_COLOURS[one.freshness]),
        )
        for one in found.documents
    ]
    table("Documents", ("collection", "document", "title", "clauses", "state"), rows)
    if found.edition:
        out.print(f"edition {found.edition.number} of {found.edition.created_at}")
    for reason in found.reasons:
        out.print(Text(f"stale: {reason}", style="yellow"))
    if not found.coverage.complete:
        out.print(f"vectors: {found.coverage.vectors} of {found.coverage.passages}")
    if found.running:
        out.print(f"a build runs: {found.running.phase} {found.running.done} of {found.running.total}")
    if found.history and found.history[0].failure:
        out.print(Text(f"the latest build failed: {found.history[0].failure}", style="red"))
    _print_unreadable(found.unreadable)


def _print_unreadable(files: Sequence[UnreadableFile]) -> None:
    if files:
        rows = [(one.path, one.reason, one.remedy) for one in files]
        table("Files that could not be read", ("file", "reason", "what to do"), rows)
