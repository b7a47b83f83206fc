"""Checks of what the machine gives: disk and SQLite."""

import shutil
from collections.abc import Collection
from pathlib import Path

from server.domain.finding import Finding

LEAST_FREE_BYTES = 256 * 1024 * 1024  # below this a build of an edition may not fit
LOW_FREE_BYTES = 2 * 1024 * 1024 * 1024


def check_disk(folder: Path) -> Finding:
    """Free space where the server writes; the folder itself need not exist yet."""
    place = next(part for part in (folder, *folder.absolute().parents) if part.is_dir())
    free = shutil.disk_usage(place).free
    detail = f"{free / 1024**3:.1f} GiB free"
    if free >= LOW_FREE_BYTES:
        return Finding(name="disk", state="ok", detail=detail)
    return Finding(
        name="disk",
        state="failed" if free < LEAST_FREE_BYTES else "warning",
        detail=detail,
        remedy="make room or move CLAUSECARD_DATA: a build holds the old edition and the new",
    )


def check_sqlite(*, version: str, options: Collection[str], wal_is_sound: bool) -> Finding:
    """The SQLite that is linked in, by its own words (`sqlite_version()`, `PRAGMA compile_options`)."""
    detail = f"SQLite {version}"
    if "THREADSAFE=0" in options:
        return Finding(
            name="sqlite",
            state="failed",
            detail=f"{detail} was built without threads",
            remedy="install the pinned requirements: apsw brings a SQLite of its own",
        )
    if not wal_is_sound:
        return Finding(
            name="sqlite",
            state="failed",
            detail=f"{detail} can corrupt a database in WAL mode",
            remedy="install the pinned requirements: apsw brings a sound SQLite",
        )
    return Finding(name="sqlite", state="ok", detail=detail)
