"""What `clausecard index build --progress-json` prints: one JSON object per line.

{"event": "progress", "phase": "read", "done": 3, "total": 9, "remaining_seconds": 1.5}
{"event": "done", "edition": 12, "published": true, …}        the last line of a build that went well
{"event": "failed", "error": "BuildFailed", "message": "…", "remedy": "…"}       … or that did not
"""

import json
from collections.abc import Mapping
from dataclasses import asdict

from server.apps.index.build import BuildReport
from server.domain.edition import BuildProgress
from server.domain.errors import ClausecardError


def progress_line(progress: BuildProgress) -> str:
    """Without the line end, as all of these."""
    return _line({"event": "progress", **asdict(progress)})


def done_line(report: BuildReport) -> str:
    """The edition's number and what was done."""
    return _line({"event": "done", **asdict(report), "edition": report.edition.number})


def failed_line(error: ClausecardError) -> str:
    """The error as a caller may see it."""
    return _line(
        {
            "event": "failed",
            "error": type(error).__name__,
            "message": str(error),
            "remedy": error.remedy,
        }
    )


def read_line(line: str) -> Mapping[str, object]:
    """An empty mapping for a line that is none of these."""
    try:
        values = json.loads(line)
    except ValueError:
        return {}
    return values if isinstance(values, dict) and "event" in values else {}


def progress_of(values: Mapping[str, object]) -> BuildProgress:
    """The progress of such a line. Raises TypeError when it is not one."""
    return BuildProgress(**{name: value for name, value in values.items() if name != "event"})  # type: ignore[arg-type]  # our own line


def _line(values: Mapping[str, object]) -> str:
    return json.dumps(values, ensure_ascii=False)
