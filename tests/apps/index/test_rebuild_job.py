"""A server rebuilds in a process of its own, one job at a time, when asked or by policy."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.apps.index.build import BuildReport
from server.apps.index.lines import done_line, failed_line, progress_line, progress_of, read_line
from server.apps.index.policies import rebuild_after_changes, rebuild_at_intervals
from server.apps.index.rebuild import Rebuilds
from server.domain.edition import BuildProgress, EditionInfo, Fingerprint
from server.domain.errors import BuildFailed, RebuildRunning
from tests.fakes.edition_store import FakeEditionStore

PROGRESS = BuildProgress(phase="read", done=1, total=2, remaining_seconds=0.5)
REPORT = BuildReport(
    edition=EditionInfo(
        number=12,
        created_at="2026-12-01T00:00:00+00:00",
        fingerprint=Fingerprint(splitter_version="s", analyser_version="a", embedder_id="none", dimension=0),
        documents=1,
        clauses=2,
        passages=2,
        vectors=0,
    ),
    published=True,
    documents_read=1,
    documents_removed=0,
    clauses_analysed=2,
    passages_embedded=0,
)
FAILED = failed_line(BuildFailed("the disk is full", remedy="free some space"))


def rebuilds(*lines: str, then: str = "", writer: FakeEditionStore | None = None) -> Rebuilds:
    """A build that prints these lines and then does something."""
    script = f"for line in {list(lines)!r}: print(line, flush=True)\n{then}"
    return Rebuilds(
        [sys.executable, "-c", script],
        environ={**os.environ, "PYTHONUTF8": "1"},
        writer=writer or FakeEditionStore(),
    )


@pytest.fixture
def waiting() -> Iterator[Rebuilds]:
    with closing(rebuilds(progress_line(PROGRESS), then="import time; time.sleep(60)")) as job:
        yield job


def test_lines_are_read_as_they_were_written() -> None:
    assert progress_of(read_line(progress_line(PROGRESS))) == PROGRESS
    assert read_line(done_line(REPORT))["edition"] == 12
    assert read_line(FAILED)["remedy"] == "free some space"


@pytest.mark.parametrize("line", ["", "not json", "[1]", "1", '{"other": 1}'])
def test_other_lines_are_passed_over(line: str) -> None:
    assert read_line(line) == {}


def test_a_job_ends_with_its_edition() -> None:
    job = rebuilds(progress_line(PROGRESS), "noise", done_line(REPORT))
    started = job.start()
    job.wait()
    assert started.state == "running"
    last = job.job()
    assert last is not None
    assert (last.job_id, last.state, last.edition, last.progress) == (started.job_id, "done", 12, PROGRESS)


@pytest.mark.parametrize(
    ("lines", "then", "message"),
    [
        ([FAILED], "raise SystemExit(1)", "the disk is full"),
        ([progress_line(PROGRESS)], "raise SystemExit(3)", "the build ended with exit code 3"),
        ([], "import os; os.kill(os.getpid(), 9)", "the build ended with exit code -9"),
    ],
)
def test_a_job_that_fails_says_why_and_what_to_do(lines: list[str], then: str, message: str) -> None:
    job = rebuilds(*lines, then=then)
    job.start()
    job.wait()
    last = job.job()
    assert last is not None
    assert (last.state, last.message) == ("failed", message)
    assert last.remedy


def test_a_second_start_is_refused_while_one_runs(waiting: Rebuilds) -> None:
    waiting.start()
    with pytest.raises(RebuildRunning):
        waiting.start()


def test_a_start_is_refused_while_another_process_builds() -> None:
    store = FakeEditionStore()
    with store.building(), pytest.raises(RebuildRunning):
        rebuilds(writer=store).start()


def test_a_start_after_the_end_begins_anew() -> None:
    job = rebuilds(done_line(REPORT))
    first = job.start()
    job.wait()
    assert job.start().job_id != first.job_id
    job.wait()


def test_closing_stops_a_running_build(waiting: Rebuilds) -> None:
    waiting.start()
    waiting.close()
    last = waiting.job()
    assert last is not None
    assert last.state == "failed"


def test_rebuilds_follow_at_intervals() -> None:
    count = 0

    async def rebuild() -> None:
        nonlocal count
        count += 1
        if count == 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(rebuild_at_intervals(0.001, rebuild))
    assert count == 3


def test_a_folder_that_is_taken_away_and_put_back_is_watched_again(tmp_path: Path) -> None:
    documents, away = tmp_path / "documents", tmp_path / "away"
    documents.mkdir()

    async def unmount_and_mount() -> None:
        rebuilt = asyncio.Queue[None]()

        async def rebuild() -> None:
            rebuilt.put_nowait(None)

        watching = asyncio.create_task(rebuild_after_changes(documents, rebuild, look_milliseconds=50))
        await asyncio.sleep(0.5)
        documents.rename(away)
        await asyncio.wait_for(rebuilt.get(), 10)
        away.rename(documents)
        await asyncio.sleep(0.5)
        (documents / "terms.md").write_text("another text")
        await asyncio.wait_for(rebuilt.get(), 10)
        watching.cancel()

    asyncio.run(unmount_and_mount())


@pytest.mark.parametrize("single_file", [False, True])
def test_a_change_leads_to_one_rebuild(tmp_path: Path, *, single_file: bool) -> None:
    documents = tmp_path / ("clauses.jsonl" if single_file else "documents")
    if single_file:
        documents.write_text("")
    else:
        documents.mkdir()

    async def change_and_wait() -> int:
        rebuilt = asyncio.Queue[None]()

        async def rebuild() -> None:
            rebuilt.put_nowait(None)

        watching = asyncio.create_task(rebuild_after_changes(documents, rebuild))
        await asyncio.sleep(0.5)
        (tmp_path / "unrelated.txt").write_text("not a document")
        target = documents if single_file else documents / "terms.md"
        for version in range(3):
            target.write_text(f"version {version}")
            await asyncio.sleep(0.05)
        await asyncio.wait_for(rebuilt.get(), 10)
        watching.cancel()
        return rebuilt.qsize()

    assert asyncio.run(change_and_wait()) == 0
