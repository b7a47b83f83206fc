"""2,000 synthetic personal numbers through every route of the real program: 0 in clear where it writes.

Looked at: all that it printed (its log), the files of ledger and pick cache byte for byte, its metrics.
"""

import random
import re
import tempfile
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

import httpx

from tests.campaigns.masking_campaign import Number, make_numbers
from tests.fakes.sites import SAMPLES
from tests.fakes.web import real_server

NUMBERS = 2_000
BETWEEN = re.compile(r"(?<=\d)[\s\-‐-―－._·/()\u200b-\u200d\u2060\ufeff]{1,3}(?=\d)")

Send = Callable[[httpx.Client, Number], httpx.Response]


def _json(route: str, **members: str) -> Send:
    """A body whose members are templates of the number's text."""

    def send(client: httpx.Client, number: Number) -> httpx.Response:
        body = {name: part.format(text=number.text, number=number.dressed) for name, part in members.items()}
        return client.post(route, json=body)

    return send


def _path(template: str) -> Send:
    return lambda client, number: client.get(template.format(quote(number.dressed, safe="")))


def _request_id(client: httpx.Client, number: Number) -> httpx.Response:
    well_formed = re.sub(r"[^A-Za-z0-9._-]", "", number.plain.replace("@", "-at-"))
    return client.post("/v1/cards", json={"query": "명의변경"}, headers={"X-Request-ID": well_formed})


def _upload(client: httpx.Client, number: Number) -> httpx.Response:
    files = {"file": (f"{number.dressed}.exe", b"nothing", "text/plain")}  # refused: nothing is kept
    return client.post("/v1/documents/upload", data={"collection": number.dressed}, files=files)


def _documents(client: httpx.Client, number: Number) -> httpx.Response:
    return client.post("/v1/cards", json={"query": number.text, "documents": [number.dressed]})


ROUTES: Sequence[Send] = (
    _json("/v1/cards", query="{text}"),
    _json("/v1/cards", query="명의변경 신청서에 붙이는 서류 {number}", session="{number}"),
    _json("/v1/cards/stream", query="수도 명의변경 서류 {number}"),
    _json("/v1/cards", query="명의변경 서류", collection="{number}"),
    _json("/v1/ask", query="수도 명의변경 서류 {text}"),
    _json("/v1/documents/search", query="{text}"),
    _json("/v1/rag/debug", query="{text}"),
    _json("/v1/feedback", request_id="{number}", verdict="useful", item="{number}"),
    _json("/v1/feedback", request_id="a", verdict="{number}"),
    _documents,
    _request_id,
    _upload,
    _path("/v1/records/{}"),
    _path("/v1/documents/chunks?doc_id={}"),
    _path("/v1/documents/clause?clause_id={}"),
    _path("/v1/documents?collection={}"),
    _path("/pages/{}"),
    _path("/{}"),
)


def run(*, numbers: int = NUMBERS, seed: int = 20261201) -> dict[str, object]:
    """Figures; `in clear` counts numbers that were found anywhere."""
    made = list(make_numbers(random.Random(seed), numbers))
    with tempfile.TemporaryDirectory() as folder:
        faults, sinks = send_all(Path(folder), made)
    found = {name: in_clear(made, text) for name, text in sinks.items()}
    figures: dict[str, object] = {
        "numbers": len(made),
        "routes": len(ROUTES),
        "faults of the server": faults,
        **{f"in clear: {name}": len(leaks) for name, leaks in found.items()},
        "examples": [leak.text for leaks in found.values() for leak in leaks][:3],
    }
    print(f"personal numbers: {figures}")
    return figures


def send_all(data: Path, numbers: Sequence[Number]) -> tuple[int, Mapping[str, str]]:
    """Each number through one route; 5xx answers counted, and what was written where."""
    environ = {
        "CLAUSECARD_DOCUMENTS": str(SAMPLES),
        "CLAUSECARD_UPLOAD": "on",
        "CLAUSECARD_LOG_LEVEL": "debug",
    }
    with real_server(data, environ) as url, httpx.Client(base_url=url, timeout=60) as client:
        answers = [ROUTES[place % len(ROUTES)](client, number) for place, number in enumerate(numbers)]
        metrics = client.get("/metrics").text + client.get("/v1/status").text
    files = sorted(data.glob("*.sqlite*"))
    return sum(answer.status_code >= 500 for answer in answers), {
        "log": (data / "server.log").read_text("utf-8"),
        "ledger": "".join(path.read_bytes().decode("utf-8", "replace") for path in files),
        "metrics": metrics,
    }


def in_clear(numbers: Sequence[Number], written: str) -> list[Number]:
    """Numbers that stand there, in whatever dress."""
    folded = unicodedata.normalize("NFKC", written).casefold()
    joined = BETWEEN.sub("", folded)

    def stands(number: Number) -> bool:
        if "@" in number.plain:
            return number.plain.casefold() in folded
        return re.sub(r"\D", "", number.plain) in joined

    return [number for number in numbers if stands(number)]
