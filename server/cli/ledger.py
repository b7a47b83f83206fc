"""`clausecard ledger verify | export`, `clausecard replay`."""

import sys
from typing import Annotated

import typer
from rich.text import Text

from server.apps.records.reading import export_lines
from server.cli.house import open_house
from server.cli.output import Exit, JsonFlag, emit_json, out, table
from server.domain.plain import as_json

ledger_app = typer.Typer(help="The record of every answer.", no_args_is_help=True)


@ledger_app.command()
def verify(json_: JsonFlag = False) -> None:
    """Walk the chain; names the first bad record."""
    with open_house() as house:
        verdict = house.ledger.verify()
        if json_:
            emit_json(as_json(verdict))
        elif verdict.fault is None:
            out.print(Text(f"{verdict.records} records, the chain holds", style="bold green"))
        else:
            fault = verdict.fault
            out.print(Text(f"record {fault.sequence}: {fault.kind}", style="bold red"))
        raise typer.Exit(Exit.OK if verdict.fault is None else Exit.FAILED)


@ledger_app.command()
def export() -> None:
    """Print every record, one JSON object a line."""
    with open_house() as house:
        for line in export_lines(house.ledger):
            sys.stdout.write(line + "\n")


def replay(
    request_id: Annotated[str, typer.Argument(help="As the answer carried it.")], *, json_: JsonFlag = False
) -> None:
    """Make a recorded answer again from its recorded reply; says what differs, and why."""
    with open_house() as house:
        found = house.replayer.replay(request_id)
        if json_:
            emit_json(as_json(found))
        else:
            style = "bold green" if found.same else "bold yellow"
            verdict = "the same, byte for byte" if found.same else "not the same"
            out.print(Text(f"record {found.sequence}, {found.kind}: {verdict}", style=style))
            if found.changes:
                rows = [(one.cause, one.what, one.then, one.now) for one in found.changes]
                table("What changed", ("cause", "what", "then", "now"), rows)
        raise typer.Exit(Exit.OK if found.same else Exit.FAILED)
