"""What surrounds every request, seen from outside: ids, limits, hosts, problems, headers."""

import json
import re

import httpx
import pytest

from server.apps.records.masking import mask
from server.http.logs import configure_logs
from server.http.middleware import MAX_BODY_BYTES
from tests.fakes.services import FakeHouse
from tests.fakes.web import served

pytestmark = pytest.mark.loopback


@pytest.fixture(scope="module")
def house():
    return FakeHouse().build()


@pytest.fixture(scope="module")
def client(house):
    with served(house.services()) as url, httpx.Client(base_url=url, timeout=20) as client:
        yield client


@pytest.mark.parametrize("given", ["a1", "call-7.B_x", "x" * 64])
def test_a_well_formed_request_id_is_kept(client, given):
    answer = client.post("/v1/cards", json={"query": "명의변경"}, headers={"X-Request-ID": given})
    assert (answer.json()["request_id"], answer.headers["x-request-id"]) == (given, given)


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "-a", "한글".encode(), "a;b"])
def test_any_other_request_id_is_replaced(client, given):
    answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert re.fullmatch(r"[0-9a-f]{32}", answer.json()["request_id"])


def test_a_page_that_resolves_its_own_name_to_loopback_is_refused(client):
    assert client.get("/healthz", headers={"Host": "attacker.example"}).status_code == 400


@pytest.mark.parametrize(
    ("method", "path", "content", "status", "code"),
    [
        ("POST", "/v1/cards", b"{", 422, "invalid_request"),
        ("POST", "/v1/cards", b'{"query": 7}', 422, "invalid_request"),
        ("POST", "/v1/cards", b'{"query": "a", "kk": 1}', 422, "invalid_request"),
        ("POST", "/v1/cards", b'{"query": "a", "k": 0}', 422, "invalid_request"),
        ("POST", "/v1/cards", b'{"query": "a", "documents": []}', 422, "invalid_request"),
        ("POST", "/v1/cards", b"\xff\xfe", 422, "invalid_request"),
        ("POST", "/v1/cards", b'{"query": "' + b"a" * 2001 + b'"}', 422, "invalid_input"),
        ("GET", "/v1/cards", b"", 405, "method_not_allowed"),
        ("GET", "/v1/nothing", b"", 404, "not_found"),
        ("GET", "/v1/records/unknown", b"", 404, "not_found"),
        ("GET", "/v1/documents/chunks?doc_id=nope", b"", 404, "not_found"),
        ("GET", "/v1/documents/clause?clause_id=nope", b"", 404, "not_found"),
        ("GET", "/pages/..%2f..%2fmain.py", b"", 404, "not_found"),
    ],
)
def test_bad_input_is_a_problem_that_says_what_to_do(client, method, path, content, status, code):
    answer = client.request(method, path, content=content, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["request_id"] == answer.headers["x-request-id"]


def test_a_body_that_is_too_large_is_refused_before_it_is_read_whole(client):
    answer = client.post(
        "/v1/cards", content=b" " * (MAX_BODY_BYTES + 1), headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_fault_of_ours_shows_no_inner_words_and_is_logged_with_its_request(house, monkeypatch, capsys):
    configure_logs("info", mask=mask)

    def broken(*_):
        raise RuntimeError("secret inner words")

    monkeypatch.setattr(house.ledger, "find", broken)
    with served(house.services()) as url:
        answer = httpx.get(f"{url}/v1/records/abc", headers={"X-Request-ID": "find-me"})
    assert (answer.status_code, answer.json()["code"], answer.json()["request_id"]) == (
        500,
        "internal",
        "find-me",
    )
    assert "secret" not in answer.text
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    failed = next(line for line in lines if line["event"] == "request_failed")
    assert (failed["request_id"], failed["error"]) == ("find-me", "RuntimeError")


def test_a_body_without_a_length_is_refused(client):
    answer = client.post("/v1/cards", content=iter([b'{"query": "a"}']))
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")


@pytest.mark.parametrize("path", ["/", "/healthz", "/v1/documents", "/v1/nothing"])
def test_every_answer_forbids_sniffing_framing_and_caching(client, path):
    headers = client.get(path).headers
    assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
    assert headers["cache-control"] in {"no-store", "no-cache"}


def test_the_page_comes_under_a_policy_that_allows_our_own_files_alone(client):
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert not re.search(r"unsafe|\*|https?:|data:|blob:", policy)


def test_metrics_name_routes_by_their_template(client):
    client.get("/v1/records/one")
    text = client.get("/metrics").text
    assert 'route="/v1/records/{record_request_id}"' in text
    assert "/v1/records/one" not in text


def test_the_last_hour_shows_percentiles_and_reasons(client):
    client.post("/v1/cards", json={"query": "명의변경 신청서에 첨부하는 서류"})
    hour = client.get("/v1/status").json()["last_hour"]
    route = hour["routes"]["/v1/cards"]
    assert 0 < route["p50_ms"] <= route["p95_ms"] <= route["p99_ms"]
    assert ("outcome", "cards") in {(one["kind"], one["reason"]) for one in hour["reasons"]}
