"""The `clausecard` command."""


def main() -> None:
    """Run the command line."""
