"""Makes runbook/README.md: every page and every decision, by its title and first sentence."""

import re
from collections.abc import Iterator
from pathlib import Path

RUNBOOK = Path(__file__).resolve().parents[1] / "runbook"
HEAD = """# Runbook

One page per worry of whoever runs clausecard: what can go wrong, how it shows, what to do. Commands on these
pages run as they stand. Start with `clausecard doctor`: each of its lines that is not ok says what to do.

This page is written by `python -m tools.runbook` from the pages' own first lines.

## Pages

"""
DECISIONS = """
## Decisions

Why things are as they are, with what was measured. The number says the area: 01 documents, 02 index,
03 retrieval, 04 items, 05 model, 06 cards, 07 answers and ledger, 08 page and HTTP, 09 contracts and samples.

"""


def page() -> str:
    """The whole page as Markdown."""
    pages = (path for path in RUNBOOK.glob("*.md") if path.name != "README.md")
    return HEAD + "".join(_entries(pages)) + DECISIONS + "".join(_entries(RUNBOOK.glob("decisions/*.md")))


def _entries(paths: Iterator[Path]) -> Iterator[str]:
    for path in sorted(paths):
        title, sentence = _title_and_sentence(path.read_text(encoding="utf-8"))
        link = f"[{title}]({path.relative_to(RUNBOOK).as_posix()})"
        yield f"- {link}" + (f": {sentence}\n" if sentence and path.parent == RUNBOOK else "\n")


def _title_and_sentence(text: str) -> tuple[str, str]:
    """The first heading, and the first sentence of the first paragraph below it."""
    title, _, rest = text.removeprefix("# ").partition("\n")
    paragraph = next((part for part in rest.strip().split("\n\n") if part[:1] not in "#|-`>"), "")
    sentence = re.match(r"[^:]+?\.(?=\s|$)", paragraph.replace("\n", " "))
    return title.strip(), sentence.group() if sentence else ""
