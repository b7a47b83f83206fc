"""`clausecard warm | doctor | settings`."""

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from server.apps.cards.warm import WarmProgress, WarmReport
from server.apps.cards.warm import warm as warm_up
from server.apps.doctor import exit_code
from server.cli.house import open_house, run_story
from server.cli.output import Exit, JsonFlag, emit_json, err, out, table
from server.domain.errors import SettingsError
from server.domain.plain import as_json
from server.main import House
from server.settings import Settings, variable
from server.site import Site

_COLOURS = {"ok": "green", "warning": "yellow", "failed": "red"}


def warm(*, json_: JsonFlag = False) -> None:
    """Make the picks of every clause before anyone asks; may be stopped and resumed."""
    with open_house() as house:
        report = run_story(house, _warm(house))
        if json_:
            emit_json(as_json(report))
        else:
            _print_warm(report)
        if report.stopped is not None:
            raise typer.Exit(Exit.FAILED)


def doctor(*, json_: JsonFlag = False) -> None:
    """Check everything that can be wrong, one line each with its remedy."""
    with open_house() as house:
        findings = run_story(house, Site(house).doctor())
        if json_:
            emit_json({"lines": as_json(findings)})
        else:
            rows = [
                (Text(one.state, style=_COLOURS[one.state]), one.name, one.detail, one.remedy)
                for one in findings
            ]
            table("Doctor", ("state", "what", "detail", "what to do"), rows)
        raise typer.Exit(exit_code(findings))


def settings(*, json_: JsonFlag = False) -> None:
    """Show every setting with its variable and its value now."""
    with open_house() as house:
        values = {variable(name): getattr(house.settings, name) for name in Settings.__dataclass_fields__}
        if json_:
            emit_json({name: None if value is None else str(value) for name, value in values.items()})
        else:
            table(
                "Settings",
                ("variable", "value"),
                [(name, "" if value is None else value) for name, value in values.items()],
            )


async def _warm(house: House) -> WarmReport:
    if house.picking is None:
        raise SettingsError(
            "generation is off, so there is nothing to warm",
            remedy="set OLLAMA_URL and GENERATION_MODEL, or CLAUSECARD_ITEM_PICKER=rules",
        )
    columns = (TextColumn("warm"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rest]}"))
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("warm", total=None, rest="")

        def draw(progress: WarmProgress) -> None:
            rest = "" if progress.remaining_seconds is None else f"{progress.remaining_seconds:.0f} s left"
            bar.update(task, completed=progress.done, total=progress.total, rest=rest)

        return await warm_up(house.store, house.picking, clock=house.clock, progress=draw)


def _print_warm(report: WarmReport) -> None:
    rows = [
        ("clauses", report.total),
        ("already there", report.cached),
        ("picked now", report.asked),
        ("no paper in it", report.without_candidates),
        *((f"failed: {reason}", count) for reason, count in report.failures.items()),
        ("seconds", f"{report.seconds:.1f}"),
    ]
    table("Warm-up", ("", ""), rows)
    if report.stopped:
        out.print(Text(f"gave up: {report.stopped}; run it again to go on", style="bold red"))
