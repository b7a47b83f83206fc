"""The manifest of an edition and the history of builds, as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from server.adapters.editions.layout import HISTORY, MANIFEST, PROGRESS, write_through
from server.domain.document import UnreadableFile
from server.domain.edition import BuildProgress, BuildRecord, EditionInfo, Fingerprint

LAYOUT = 1  # a reader refuses any other: the next build then begins afresh
KEPT_RECORDS = 50


def write_manifest(edition: Path, info: EditionInfo) -> None:
    """Write the edition's card of contents."""
    write_through(edition / MANIFEST, json.dumps({"layout": LAYOUT, **asdict(info)}, ensure_ascii=False))


def read_manifest(edition: Path) -> EditionInfo:
    """Raises OSError, and ValueError or KeyError on a manifest that is not ours."""
    values = json.loads((edition / MANIFEST).read_text("utf-8"))
    if values.pop("layout") != LAYOUT:
        raise ValueError(f"{edition.name} has another layout")
    values["fingerprint"] = Fingerprint(**values["fingerprint"])
    values["unreadable"] = tuple(UnreadableFile(**one) for one in values["unreadable"])
    return EditionInfo(**values)


def read_history(folder: Path) -> list[BuildRecord]:
    """Newest first. Raises OSError, ValueError."""
    path = folder / HISTORY
    if not path.exists():
        return []
    lines = path.read_text("utf-8").splitlines()
    return [BuildRecord(**json.loads(line)) for line in reversed(lines)]


def add_to_history(folder: Path, record: BuildRecord) -> None:
    """Keep the newest records."""
    records: Sequence[BuildRecord] = [record, *read_history(folder)][:KEPT_RECORDS]
    lines = (json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in reversed(records))
    write_through(folder / HISTORY, "".join(lines))


def write_progress(folder: Path, progress: BuildProgress) -> None:
    """Replaced in one step; need not outlive a crash."""
    aside = folder / (PROGRESS + ".new")
    aside.write_text(json.dumps(asdict(progress)), "utf-8")
    aside.replace(folder / PROGRESS)


def read_progress(folder: Path) -> BuildProgress | None:
    """None before the first report. Raises OSError, ValueError."""
    try:
        return BuildProgress(**json.loads((folder / PROGRESS).read_text("utf-8")))
    except FileNotFoundError:
        return None
