"""A site that asks a fake model server."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tests.fakes.ollama import FakeOllama
from tests.fakes.sites import RunningSite, SampleFolders, running_site

QUERY = "명의변경 신청서에 붙이는 서류"  # 제12조: 신분증, 임대차계약서, 위임장
CLAUSE = "water/terms#제12조"
OTHERS = [  # each with papers in a clause of its own
    "급수공사 신청서에 첨부하는 서류",
    "임시급수 신청서에 첨부하는 서류",
    "준공검사 신청 서류",
    "급수중지 신청서에 첨부하는 서류",
    "누수감면 신청서와 내는 서류",
    "급수설비 폐지 신청서 첨부 서류",
    "업종 분리 신청서 첨부 서류",
    "자동이체 신청서 첨부 서류",
    "출산가정 감면 신청서 첨부 서류",
    "환급청구서에 첨부하는 서류",
    "분할납부 신청서 첨부 서류",
    "대행업자 지정신청서 첨부 서류",
]


@contextmanager
def model_site(
    folders: SampleFolders, behaviour: object = "pick", *, load_seconds: float = 0.0, **environ: str
) -> Iterator[tuple[RunningSite, FakeOllama]]:
    """Both variables are set; patient unless a deadline is given."""
    settings = {"GENERATION_MODEL": "fake", "CLAUSECARD_DEADLINE_MS": "20000", **environ}
    with (
        FakeOllama(behaviour=behaviour, load_seconds=load_seconds) as fake,
        running_site(folders, OLLAMA_URL=fake.url, **settings) as site,
    ):
        yield site, fake


def first_card(site: RunningSite, query: str = QUERY, **more: object) -> dict:
    """The first card of an answer."""
    return site.cards(query, **more)["cards"][0]


def model_state(site: RunningSite) -> dict:
    """The breaker and the queue, as the status page has them."""
    return site.client.get("/v1/status").json()["switches"]["model"]


def is_idle(site: RunningSite) -> bool:
    """Nobody asks the model and nobody waits to."""
    dispatcher = model_state(site)["dispatcher"]
    return dispatcher["in_flight"] == dispatcher["waiting"] == 0


def events(response: httpx.Response) -> Iterator[tuple[str, dict]]:
    """Name and data of each server-sent event, as it comes."""
    name = ""
    for line in response.iter_lines():
        kind, _, value = line.partition(": ")
        if kind == "event":
            name = value
        elif kind == "data":
            yield name, json.loads(value)
