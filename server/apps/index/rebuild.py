"""The rebuild job of a server: a process of its own, so that no request waits for it."""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock, Thread
from typing import Literal
from uuid import uuid4

from server.apps.index.lines import progress_of, read_line
from server.domain.edition import BuildProgress
from server.domain.errors import RebuildRunning
from server.ports.clock import Clock, SystemClock
from server.ports.edition_writer import EditionWriter

STOP_SECONDS = 5.0  # a build may be killed at any time; this long it may end by itself


@dataclass(frozen=True, kw_only=True, slots=True)
class RebuildJob:
    """One rebuild."""

    job_id: str
    state: Literal["running", "done", "failed"]
    started_at: str  # ISO 8601, UTC
    finished_at: str | None = None
    progress: BuildProgress | None = None
    edition: int | None = None  # the one that serves after it
    message: str = ""  # why it failed
    remedy: str = ""


class Rebuilds:
    """One job at a time. `command` is `… index build --progress-json` with its environment."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        environ: Mapping[str, str],
        writer: EditionWriter,
        clock: Clock | None = None,
    ) -> None:
        self._command = list(command)
        self._environ = dict(environ)
        self._writer = writer
        self._clock = clock or SystemClock()
        self._lock = Lock()
        self._job: RebuildJob | None = None
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None

    def start(self) -> RebuildJob:
        """Start one; raises RebuildRunning while one runs, here or in another process."""
        with self._lock:
            if (self._job and self._job.state == "running") or self._writer.running():
                raise RebuildRunning("a rebuild is running already")
            self._process = subprocess.Popen(  # noqa: S603  # our own command
                self._command, env=self._environ, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
            job = RebuildJob(job_id=uuid4().hex, state="running", started_at=self._now())
            self._job = job
            self._reader = Thread(target=self._follow, args=(self._process,), daemon=True)
            self._reader.start()
            return job

    def job(self) -> RebuildJob | None:
        """The latest job, None before the first."""
        return self._job

    def wait(self) -> None:
        """Until the latest job has ended."""
        if self._reader:
            self._reader.join()

    def close(self) -> None:
        """Stop a running build; what was published stays."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self.wait()

    def _follow(self, process: subprocess.Popen[str]) -> None:
        """Read the build's lines to their end; the last one says how it went."""
        assert process.stdout is not None  # noqa: S101  # it is a pipe
        last: Mapping[str, object] = {}
        with process.stdout:
            for line in process.stdout:
                last = read_line(line) or last
                if last.get("event") == "progress":
                    self._job = replace(self._running_job(), progress=progress_of(last))
        self._end(last, process.wait())

    def _end(self, last: Mapping[str, object], exit_code: int) -> None:
        job = replace(self._running_job(), finished_at=self._now())
        if last.get("event") == "done":
            self._job = replace(job, state="done", edition=int(str(last["edition"])))
        else:
            message = str(last.get("message") or f"the build ended with exit code {exit_code}")
            remedy = str(last.get("remedy") or "see the server's log and runbook/index.md")
            self._job = replace(job, state="failed", message=message, remedy=remedy)

    def _running_job(self) -> RebuildJob:
        assert self._job is not None  # noqa: S101  # `start` made it
        return self._job

    def _now(self) -> str:
        return self._clock.now().isoformat(timespec="seconds")
