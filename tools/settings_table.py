"""Makes runbook/settings.md from server/settings.py: names, defaults, and the comment beside each."""

import re
from collections.abc import Iterator
from pathlib import Path

from server.settings import Settings, takes, variable

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "server" / "settings.py"
HEAD = """# Settings

All settings are environment variables. They are read once, at start; an unknown `CLAUSECARD_*` name stops
the start and is named, with what it should be. Items cards need both `OLLAMA_URL` and `GENERATION_MODEL`.

This page is written by `python -m tools.runbook` from `server/settings.py`; a test fails when it
is stale.

| variable | takes | default | what it does |
| --- | --- | --- | --- |
"""


def page() -> str:
    """The whole page as Markdown."""
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows())


def rows() -> Iterator[tuple[str, str, str, str]]:
    """One row per setting, in the order of the source: variable, takes, default, comment."""
    comments = dict(
        re.findall(r"^    (\w+): .*?  # (.+)$", SOURCE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    )
    defaults = Settings()
    for name in Settings.__dataclass_fields__:
        default = _shown(getattr(defaults, name))
        yield f"`{variable(name)}`", takes(name), default, comments.get(name, "")


def _shown(value: object) -> str:
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return "`on`" if value else "`off`"
    return f"`{value}`"
