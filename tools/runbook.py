"""Writes the runbook's generated pages, or says which of them are stale.

python -m tools.runbook          write all of them
python -m tools.runbook --check  exit 1 and name the stale ones
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tools import reasons_table, runbook_index, settings_table

RUNBOOK = Path(__file__).resolve().parents[1] / "runbook"
PAGES: Mapping[str, Callable[[], str]] = {
    "settings.md": settings_table.page,
    "reasons.md": reasons_table.page,
    "README.md": runbook_index.page,  # last: it lists the others
}


def write_pages() -> None:
    """Write every generated page."""
    for name, make in PAGES.items():
        (RUNBOOK / name).write_text(make(), encoding="utf-8")


def find_stale() -> tuple[str, ...]:
    """Generated pages that are missing or differ from what would be written now."""
    return tuple(name for name, make in PAGES.items() if _current(RUNBOOK / name) != make())


def _current(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def main(arguments: list[str]) -> int:
    """Write, or check and name what is stale."""
    if "--check" not in arguments:
        write_pages()
        return 0
    stale = find_stale()
    for name in stale:
        sys.stderr.write(f"runbook/{name} is stale: run python -m tools.runbook\n")
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
