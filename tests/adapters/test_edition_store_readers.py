"""Editions on disk: who may read, when old ones go, and what damage does."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from server.adapters.editions.store import EditionStore
from server.apps.index.build import BuildReport, build_edition
from server.apps.index.recipe import Recipe
from server.domain.errors import BuildFailed, IndexUnavailable, RebuildRunning
from server.domain.hit import WeightedTerm
from server.domain.query import Scope
from tests.fakes.document_source import FakeSource
from tests.fakes.plain_texts import HashEmbedder, PlainAnalyser

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "editions"


@pytest.fixture
def store(folder: Path) -> Iterator[EditionStore]:
    with closing(EditionStore(folder)) as opened:
        yield opened


def build(store: EditionStore, text: str, *, dense: bool = False) -> BuildReport:
    recipe = Recipe(
        source=FakeSource({"terms.md": f"제1조: {text}"}),
        analyser=PlainAnalyser(),
        embedder=HashEmbedder() if dense else None,
        splitter_version=text,
    )
    return build_edition(recipe, store)


def editions(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.is_dir())


def text_in(store: EditionStore) -> str:
    with store.current() as edition:
        return edition.document_clauses("terms", offset=0, limit=1)[0].body


def test_an_unread_edition_goes_with_the_next_build(folder: Path, store: EditionStore) -> None:
    build(store, "하나")
    build(store, "둘")
    assert editions(folder) == ["000002"]


def test_an_edition_stays_while_it_is_read_and_goes_with_its_last_reader(
    folder: Path, store: EditionStore
) -> None:
    build(store, "하나")
    with store.current() as first:
        build(store, "둘")
        assert text_in(store) == "둘"
        assert editions(folder) == ["000001", "000002"]
        assert first.document_clauses("terms", offset=0, limit=1)[0].body == "하나"
    assert editions(folder) == ["000002"]


def test_another_process_keeps_an_edition_too(folder: Path, store: EditionStore) -> None:
    build(store, "하나")
    script = (
        "import sys; from pathlib import Path; from server.adapters.editions.store import EditionStore\n"
        "with EditionStore(Path(sys.argv[1])).current() as edition:\n"
        "    print('ready', flush=True); sys.stdin.readline()\n"
        "    print(edition.document_clauses('terms', offset=0, limit=1)[0].body, flush=True)\n"
    )
    reader = subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        encoding="utf-8",
    )
    with reader:
        assert reader.stdout.readline() == "ready\n"
        build(store, "둘")
        assert editions(folder) == ["000001", "000002"]
        answer, _ = reader.communicate("go\n")
    assert answer == "하나\n"
    build(store, "셋")
    assert editions(folder) == ["000003"]


def test_a_running_server_sees_the_new_edition_with_the_next_request(folder: Path) -> None:
    with closing(EditionStore(folder)) as server, closing(EditionStore(folder)) as command:
        build(command, "하나")
        assert text_in(server) == "하나"
        build(command, "둘")
        assert text_in(server) == "둘"
        assert editions(folder) == ["000002"]


def test_many_threads_read_across_switches(store: EditionStore) -> None:
    build(store, "0")
    term = WeightedTerm(field="codes", token="제1조")

    def read(_: int) -> bool:
        with store.current() as edition:
            hits = edition.match_any([term], limit=1, scope=Scope())
            return edition.clauses([hits[0].row])[0].body == edition.info.fingerprint.splitter_version

    with ThreadPoolExecutor(8) as threads:
        reads = [threads.submit(read, number) for number in range(200)]
        for number in range(1, 4):
            build(store, str(number))
        reads += [threads.submit(read, number) for number in range(200)]
        assert all(each.result() for each in reads)


def test_a_second_builder_in_another_process_is_refused(folder: Path, store: EditionStore) -> None:
    script = (
        "import sys; from pathlib import Path; from server.adapters.editions.store import EditionStore\n"
        "with EditionStore(Path(sys.argv[1])).building():\n"
        "    print('ready', flush=True); sys.stdin.readline()\n"
    )
    builder = subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with builder:
        assert builder.stdout.readline() == "ready\n"
        assert store.running() is not None
        with pytest.raises(RebuildRunning):
            build(store, "하나")
        builder.kill()
    assert store.running() is None
    build(store, "하나")


def test_debris_of_a_killed_build_is_cleared_by_the_next(folder: Path, store: EditionStore) -> None:
    build(store, "하나")
    (folder / "building" / "lexical").mkdir(parents=True)
    (folder / "building" / "clauses.sqlite").write_bytes(b"half")
    (folder / "000002").mkdir()
    (folder / "000002" / "manifest.json").write_text("{}")
    build(store, "둘")
    assert text_in(store) == "둘"
    assert editions(folder) == ["000002"]


def test_an_edition_number_never_means_two_editions(folder: Path, store: EditionStore) -> None:
    first = build(store, "하나").edition.number
    (folder / "current").unlink()
    assert build(store, "둘").edition.number > first


@pytest.mark.parametrize("damage", ["pointer", "manifest", "clauses", "lexical", "layout"])
def test_damage_is_named_and_the_next_build_repairs_it(
    folder: Path, store: EditionStore, damage: str
) -> None:
    build(store, "하나", dense=True)
    edition = folder / (folder / "current").read_text().strip().zfill(6)
    match damage:
        case "pointer":
            (folder / "current").write_text("?")
        case "manifest":
            (edition / "manifest.json").write_text("{")
        case "layout":
            (edition / "manifest.json").write_text('{"layout": 99}')
        case "clauses":
            (edition / "clauses.sqlite").write_bytes(b"not a database" * 100)
        case "lexical":
            for path in (edition / "lexical").iterdir():
                path.unlink()
    with pytest.raises(IndexUnavailable) as caught:
        text_in(store)
    assert "index build" in caught.value.remedy
    build(store, "하나", dense=True)
    assert text_in(store) == "하나"


def test_a_failed_build_leaves_the_old_edition_serving(folder: Path, store: EditionStore) -> None:
    build(store, "하나")
    (folder / "vectors.sqlite").unlink(missing_ok=True)
    (folder / "building").write_text("a file where the draft's folder must go")
    with pytest.raises(BuildFailed) as caught:
        build(store, "둘")
    assert caught.value.remedy
    assert text_in(store) == "하나"
    (folder / "building").unlink()
    build(store, "둘")
    assert text_in(store) == "둘"


def test_a_damaged_store_of_vectors_is_begun_anew(folder: Path, store: EditionStore) -> None:
    build(store, "하나", dense=True)
    (folder / "vectors.sqlite").write_bytes(b"not a database" * 100)
    assert build(store, "둘", dense=True).edition.vectors == 1


def test_a_closed_store_lets_go_of_its_edition(folder: Path, store: EditionStore) -> None:
    build(store, "하나")
    with closing(EditionStore(folder)) as other:
        text_in(other)
    build(store, "둘")
    assert editions(folder) == ["000002"]
