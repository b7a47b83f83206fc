"""`python -m tests.campaigns [names]`: the long forms of seeded tests; figures go to runbook/quality.md.

Each campaign has its own block between markers in that page; blocks of campaigns that did not run stay.
"""

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.figures import Figures, run_modules, shown

PAGE = Path(__file__).resolve().parents[2] / "runbook" / "quality.md"
TITLE = (
    "# Quality: figures of the campaigns\n\nWritten by `make campaign`. Do not edit between the markers.\n"
)


def write_figures(page: Path, name: str, figures: Figures) -> None:
    """Replace the campaign's block, or add it at the end."""
    begin, end = f"<!-- campaign {name} -->", f"<!-- end of {name} -->"
    lines = "\n".join(f"| {figure} | {shown(value)} |" for figure, value in figures.items())
    day = datetime.now(UTC).date().isoformat()
    block = f"{begin}\n## {name}\n\nRun on {day}.\n\n| figure | value |\n| --- | --- |\n{lines}\n{end}"
    text = page.read_text("utf-8") if page.exists() else TITLE
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    text = pattern.sub(lambda _: block, text) if pattern.search(text) else f"{text.rstrip()}\n\n{block}\n"
    page.write_text(text, "utf-8")


if __name__ == "__main__":
    for campaign, its_figures in run_modules(Path(__file__).parent, "tests.campaigns", sys.argv[1:]).items():
        write_figures(PAGE, campaign, its_figures)
