"""`clausecard ledger verify | export`, `clausecard replay`."""

import sys

import typer
from rich.text import Text

from server.apps.records.reading import export_lines
from server.cli.house import open_house
from server.cli.output import JsonFlag, as_json, emit_json, out

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
        raise typer.Exit(0 if verdict.fault is None else 1)


@ledger_app.command()
def export() -> None:
    """Print every record, one JSON object a line."""
    with open_house() as house:
        for line in export_lines(house.ledger):
            sys.stdout.write(line + "\n")
