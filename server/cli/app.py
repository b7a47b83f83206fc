"""The `clausecard` command."""

import sys

import typer

from server.cli import care, ledger, search, serve
from server.cli.evaluate import eval_app
from server.cli.golden import golden_app
from server.cli.index import index_app
from server.cli.output import Exit, print_error
from server.domain.errors import InvalidInput
from server.domain.surrogates import LONE_SURROGATE

app = typer.Typer(
    name="clausecard",
    help="Cards from your own documents, each with its source. Every command that answers takes --json.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
    add_completion=False,
)
app.command()(serve.serve)
app.command()(search.cards)
app.command()(search.search)
app.command()(search.ask)
app.command()(care.warm)
app.command()(care.doctor)
app.command()(care.settings)
app.command()(ledger.replay)
app.add_typer(index_app, name="index")
app.add_typer(ledger.ledger_app, name="ledger")
app.add_typer(eval_app, name="eval")
app.add_typer(golden_app, name="golden")


def main() -> None:
    """Run the command line. An argument that is no text is refused before anything is made of it."""
    for place, argument in enumerate(sys.argv[1:], 1):
        if LONE_SURROGATE.search(argument):
            print_error(InvalidInput(f"argument {place} is not UTF-8", remedy="type it in UTF-8"))
            sys.exit(Exit.USAGE)
    app()


if __name__ == "__main__":
    main()
