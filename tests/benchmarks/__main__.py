"""`python -m tests.benchmarks [names]`: measures and prints; nothing here passes or fails."""

import sys
from pathlib import Path

from rich.console import Console

from tests.figures import run_modules, table_of

if __name__ == "__main__":
    results = run_modules(Path(__file__).parent, "tests.benchmarks", sys.argv[1:])
    Console().rule("all")
    Console().print(table_of(results))
