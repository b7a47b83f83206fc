"""Opening SQLite files.

SQLite from 3.7.0 to 3.51.2 can corrupt a database in WAL mode when a checkpoint meets a reset of the log
(https://sqlite.org/wal.html, "the WAL-reset bug"); WAL is refused there and the rollback journal stays.
"""

from collections.abc import Collection
from pathlib import Path
from typing import TypedDict

import apsw

from server.domain.errors import SettingsError

WAL_FIRST_AFFECTED = (3, 7, 0)
WAL_FIRST_SOUND = (3, 51, 3)
BUSY_MILLISECONDS = 5_000


def wal_is_sound(version: str) -> bool:
    """Whether this SQLite may run in WAL mode: outside of 3.7.0 to 3.51.2."""
    numbers = tuple(int(part) for part in version.split(".")[:3])
    return not WAL_FIRST_AFFECTED <= numbers < WAL_FIRST_SOUND


class SqliteBuild(TypedDict):
    """What the doctor looks at."""

    version: str
    options: Collection[str]
    wal_is_sound: bool


def sqlite_build() -> SqliteBuild:
    """The SQLite that apsw brings."""
    version = apsw.sqlite_lib_version()
    return {"version": version, "options": apsw.compile_options, "wal_is_sound": wal_is_sound(version)}


def open_writable(path: Path, *, wal: bool, version: str | None = None) -> apsw.Connection:
    """Open or make a database. Raises SettingsError when WAL is asked of an affected build.

    `version` is for tests; the default is the SQLite that apsw brings.
    """
    version = version or apsw.sqlite_lib_version()
    if wal and not wal_is_sound(version):
        raise SettingsError(
            f"SQLite {version} can corrupt a database in WAL mode",
            remedy="install the pinned requirements: apsw brings a sound SQLite",
        )
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(BUSY_MILLISECONDS)
    connection.pragma("journal_mode", "wal" if wal else "delete")
    return connection


def open_aside(path: Path) -> apsw.Connection:
    """Open a database that nobody else sees and that is thrown away when its writer dies: no journal."""
    connection = apsw.Connection(str(path))
    connection.pragma("journal_mode", "off")
    connection.pragma("synchronous", "off")
    return connection


def open_immutable(path: Path) -> apsw.Connection:
    """Open a database that never changes again: no locks, no journal, no writes."""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return apsw.Connection(f"{path.resolve().as_uri()}?immutable=1", flags=flags)
