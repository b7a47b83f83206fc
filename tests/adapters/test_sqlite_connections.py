"""WAL is refused on builds of SQLite that can corrupt a database with it."""

from pathlib import Path

import apsw
import pytest

from server.adapters.sqlite.connection import open_immutable, open_writable, wal_is_sound
from server.domain.errors import SettingsError


@pytest.mark.parametrize(
    ("version", "sound"),
    [
        ("3.6.23", True),
        ("3.7.0", False),
        ("3.40.1", False),
        ("3.51.2", False),
        ("3.51.3", True),
        ("3.54.1", True),
    ],
)
def test_wal_is_sound_outside_of_the_affected_range(version: str, *, sound: bool) -> None:
    assert wal_is_sound(version) is sound


def test_wal_is_refused_with_a_remedy_on_an_affected_build(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        open_writable(tmp_path / "a.sqlite", wal=True, version="3.40.1")
    assert caught.value.remedy


@pytest.mark.parametrize(("wal", "mode"), [(True, "wal"), (False, "delete")])
def test_the_journal_is_the_one_asked_for(tmp_path: Path, *, wal: bool, mode: str) -> None:
    connection = open_writable(tmp_path / "a.sqlite", wal=wal)
    assert connection.pragma("journal_mode") == mode
    connection.close()


def test_an_immutable_database_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "with space #1.sqlite"
    connection = open_writable(path, wal=False)
    connection.execute("create table a (b)")
    connection.close()
    reader = open_immutable(path)
    with pytest.raises(apsw.ReadOnlyError):
        reader.execute("insert into a values (1)")
    reader.close()
