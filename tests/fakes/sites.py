"""The real clausecard on loopback, over a copy of the sample documents that a test may edit.

All sites of a run share one Kiwi and start from one edition, so that only the first one waits.
"""

import asyncio
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import httpx

from server.apps.records.masking import mask
from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.synonyms import folder_synonyms, packaged_synonyms
from server.http.logs import configure_logs
from server.main import House
from server.settings import read_settings
from server.site import Site
from tests.fakes.one_kiwi import one_kiwi, one_word_by_word
from tests.fakes.web import served

SAMPLES = Path(__file__).resolve().parents[2] / "samples" / "documents"


class SharingHouse(House):
    """A house that loads no Kiwi of its own; all copies of the samples have the same synonyms."""

    morphology = property(lambda _: one_kiwi())
    analyser = property(lambda _: _sample_analyser())


@cache
def _sample_analyser() -> ScriptAnalyser:
    return ScriptAnalyser(one_word_by_word(), (*packaged_synonyms(), *folder_synonyms(SAMPLES)))


@dataclass(frozen=True, kw_only=True)
class SampleFolders:
    """Documents and what was built from them."""

    documents: Path
    data: Path

    def copy_to(self, folder: Path) -> "SampleFolders":
        """Both, with the files' times, so that the edition stays fresh."""
        copied = SampleFolders(documents=folder / "documents", data=folder / "data")
        shutil.copytree(self.documents, copied.documents)
        shutil.copytree(self.data, copied.data)
        return copied

    def environ(self, **more: str) -> dict[str, str]:
        """The variables of a process that works on them."""
        plain = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        folders = {"CLAUSECARD_DOCUMENTS": str(self.documents), "CLAUSECARD_DATA": str(self.data)}
        return {**plain, **folders, **more}

    def house(self, **more: str) -> House:
        """A house with these variables and no others."""
        return SharingHouse(read_settings(self.environ(**more)))


def build_samples(folder: Path) -> SampleFolders:
    """Copy the sample documents and build their first edition."""
    folders = SampleFolders(documents=folder / "documents", data=folder / "data")
    shutil.copytree(SAMPLES, folders.documents)
    house = folders.house()
    house.build(lambda _: None)
    house.analyser.warm()
    house.close()
    return folders


@dataclass(frozen=True, kw_only=True)
class RunningSite:
    """One served site and a client of it."""

    folders: SampleFolders
    house: House
    client: httpx.Client
    url: str
    loop: asyncio.AbstractEventLoop  # the server's

    def tasks(self) -> int:
        """How many tasks the server has now."""
        return len(asyncio.all_tasks(self.loop))

    def cards(self, query: str, **more: object) -> dict:
        """The answer of POST /v1/cards."""
        answer = self.client.post("/v1/cards", json={"query": query, **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def index_status(self) -> dict:
        """The answer of GET /v1/documents/index/status."""
        return self.client.get("/v1/documents/index/status").json()

    def edit(self, path: str, old: str, new: str) -> None:
        """Change a document as an editor would."""
        file = self.folders.documents / path
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")

    def build(self) -> None:
        """Bring the index up to date, in this process."""
        self.house.build(lambda _: None)


@contextmanager
def running_site(
    folders: SampleFolders, *, rebuild: Mapping[str, str] | None = None, **environ: str
) -> Iterator[RunningSite]:
    """Serve it in a thread; everything is closed at the end. `rebuild`: more for a rebuild's own process."""
    house = folders.house(**environ)
    configure_logs("info", mask=mask)
    try:
        services = Site(house, environ={**folders.environ(**environ), **(rebuild or {})}).services()
        loops: list[asyncio.AbstractEventLoop] = []

        async def background() -> None:
            loops.append(asyncio.get_running_loop())
            await services.run_background()

        with (
            served(replace(services, run_background=background)) as url,
            httpx.Client(base_url=url, timeout=60) as client,
        ):
            client.get("/healthz")
            yield RunningSite(folders=folders, house=house, client=client, url=url, loop=loops[0])
    finally:
        house.close()


def wait_until(true: Callable[[], bool], *, seconds: float = 5.0) -> bool:
    """Look every few milliseconds; False when it did not come true in time."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
