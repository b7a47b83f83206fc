"""Writes runbook/settings.md from server/settings.py: names, defaults, and the comment on the same line.

    python tools/settings_table.py          write the page
    python tools/settings_table.py --check  exit 1 when it is stale
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from server.settings import Settings, variable  # noqa: E402  # the checkout comes first on the path

PAGE = ROOT / "runbook" / "settings.md"
SOURCE = ROOT / "server" / "settings.py"
HEAD = """# Settings

All settings are environment variables. They are read once, at start; an unknown `CLAUSECARD_*` name stops
the start and is named. `clausecard settings` prints what is in force. This page is written by
`python tools/settings_table.py` from `server/settings.py`; a test fails when it is stale.

| variable | takes | default | what it does |
| --- | --- | --- | --- |
"""


def page() -> str:
    """The whole page as Markdown."""
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows())


def rows() -> Iterator[tuple[str, str, str, str]]:
    """One row per setting, in the order of the source: variable, takes, default, comment."""
    lines = SOURCE.read_text(encoding="utf-8").splitlines()
    for field in _fields():
        name = ast.unparse(field.target)
        takes, default = _takes(field.annotation), _default(getattr(Settings(), name))
        comment = lines[(field.end_lineno or field.lineno) - 1].partition("  # ")[2].strip()
        yield f"`{variable(name)}`", takes, default, comment or name.replace("_", " ")


def _fields() -> Iterator[ast.AnnAssign]:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    settings = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Settings")
    return (node for node in settings.body if isinstance(node, ast.AnnAssign))


def _takes(annotation: ast.expr) -> str:
    aliases = {
        ast.unparse(node.targets[0]): ast.unparse(node.value.slice)
        for node in ast.parse(SOURCE.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript)
    }
    text = ast.unparse(annotation).removesuffix(" | None")
    words = aliases.get(text) or (ast.unparse(annotation.slice) if "Literal[" in text else "")  # type: ignore[attr-defined]
    plain = {"str": "text", "int": "whole number", "float": "number", "bool": "on, off", "Path": "path"}
    return words.strip("()").replace("'", "") or plain[text]


def _default(value: object) -> str:
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return "`on`" if value else "`off`"
    return f"`{value}`"


def main(arguments: list[str]) -> int:
    """Write the page, or say whether it is stale."""
    if "--check" in arguments:
        stale = not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page()
        if stale:
            sys.stderr.write("runbook/settings.md is stale: run python tools/settings_table.py\n")
        return int(stale)
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
