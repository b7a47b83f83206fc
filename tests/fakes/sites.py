"""The real clausecard on loopback, over a copy of the sample documents that a test may edit.

All sites of a run share one Kiwi and start from one edition, so that only the first one waits.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from server.main import House
from server.settings import read_settings
from server.site import Site
from tests.fakes.one_kiwi import one_kiwi
from tests.fakes.web import served

SAMPLES = Path(__file__).resolve().parents[2] / "samples" / "documents"


class SharedKiwiHouse(House):
    """A house that loads no Kiwi of its own."""

    morphology = property(lambda _: one_kiwi())


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
        return SharedKiwiHouse(read_settings(self.environ(**more)))


def build_samples(folder: Path) -> SampleFolders:
    """Copy the sample documents and build their first edition."""
    folders = SampleFolders(documents=folder / "documents", data=folder / "data")
    shutil.copytree(SAMPLES, folders.documents)
    house = folders.house()
    house.build(lambda _: None)
    house.close()
    return folders


@dataclass(frozen=True, kw_only=True)
class RunningSite:
    """One served site and a client of it."""

    folders: SampleFolders
    house: House
    client: httpx.Client
    url: str

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
    try:
        services = Site(house, environ={**folders.environ(**environ), **(rebuild or {})}).services()
        with served(services) as url, httpx.Client(base_url=url, timeout=60) as client:
            yield RunningSite(folders=folders, house=house, client=client, url=url)
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
