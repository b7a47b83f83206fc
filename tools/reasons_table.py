"""Makes runbook/reasons.md from tools/reasons.tsv, in the order of server/domain/reasons.py."""

import csv
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from server.domain import reasons

TEXTS = Path(__file__).with_name("reasons.tsv")
TITLES: Mapping[type[StrEnum], str] = {
    reasons.Outcome: "What a request for cards came to",
    reasons.NoDocumentsReason: "Why nothing was sufficient",
    reasons.FallbackReason: "Why the first card is an extract",
    reasons.AnswerOutcome: "What a question came to",
    reasons.Gate: "Why a picked name was refused, in the order of the gates",
    reasons.Tier: "How far a hit may be trusted",
    reasons.BuildRefusal: "Why a build was given up that could have gone on",
    reasons.Freshness: "A document on disk against the edition",
}
HEAD = """# Reasons

Every answer, record, log line and metric names its reason with one of these words. This page is written by
`python -m tools.runbook` from `tools/reasons.tsv`; a test fails when a word is
missing or the page is stale.
"""


def page() -> str:
    """The whole page as Markdown. Raises KeyError for a reason without a text."""
    texts = read_texts()
    return HEAD + "".join(_chapter(kind, title, texts) for kind, title in TITLES.items())


def read_texts() -> Mapping[tuple[str, str], tuple[str, str]]:
    """(enumeration, word) -> what it means, what to do."""
    with TEXTS.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(kind, word): (meaning, remedy) for kind, word, meaning, remedy in rows}


def _chapter(kind: type[StrEnum], title: str, texts: Mapping[tuple[str, str], tuple[str, str]]) -> str:
    lines = [f"\n## {title}\n\n| word | what it means | what to do |\n| --- | --- | --- |\n"]
    lines += (f"| `{word}` | {' | '.join(texts[kind.__name__, word])} |\n" for word in kind)
    return "".join(lines)
