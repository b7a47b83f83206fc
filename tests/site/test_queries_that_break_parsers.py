"""Whatever is typed or sent: a normal answer or a problem that says what to do, never a fault of ours."""

import json

import pytest

pytestmark = pytest.mark.loopback

QUERIES = {
    "nothing": "",
    "white space": " \t\n\u3000",
    "NUL": "\x00",
    "NUL inside": "명의\x00변경",
    "control characters": "".join(map(chr, range(1, 32))),
    "punctuation alone": "?!…。·",
    "one quote": '"',
    "quotes that do not close": "\"명의변경 '서류",
    "star": "*",
    "prefix star": "명의*",
    "brackets": "((명의 (변경) ]",
    "operators": "OR AND NOT NEAR/3 -급수 +수도",
    "field query": "body_words:명의 AND title:*",
    "column filter": "{title body}: 명의",
    "range": "[a TO z] {1 TO *}",
    "slop and boost": '"명의 변경"~3^5',
    "regular expression": "/.*(a+)+$/ \\",
    "SQL": "'; DROP TABLE clauses; --",
    "format strings": "{0} %s %n ${x} {{x}}",
    "a path": "../../etc/passwd",
    "a tool's name": "cat",
    "emoji alone": "🚰💧👩‍👩‍👧‍👦",
    "right to left": "\u202eשלום תעודת זהות\u202c",
    "zero width": "명\u200b의\u200d변\u2060경\ufeff",
    "combining marks": "가" + "\u0301" * 500,
    "Hangul fillers": "\u3164\u115f\u1160",
    "loose jamo": "ㅁㅕㅇㅇㅡㅣ",
    "private use": "\ue000\uf8ff\U0010ffff",
    "one endless word": "a" * 2000,
    "as long as it may be": "명의변경 " * 400,
    "5,000 characters": "명" * 5000,
    "20,000 characters": "수도 " * 6_666,
    "20,001 characters": "수" * 20_001,
    "an endless number": "9" * 1900,
    "many exact terms": " ".join(f"제{n}조의{n}" for n in range(1, 200)),
    "many codes": " ".join(f"CODE_{n}" for n in range(200)),
    "many quotes": "「가」" * 400,
}
ROUTES = ["/v1/cards", "/v1/cards/stream", "/v1/ask", "/v1/documents/search", "/v1/rag/debug"]
BODIES = {
    "a lone high surrogate": b'{"query": "\\ud83d"}',
    "a lone low surrogate": b'{"query": "\\udc00\\ud800 \xeb\xaa\x85\xec\x9d\x98"}',
    "a surrogate pair as escapes": b'{"query": "\\ud83d\\udeb0"}',
    "a surrogate in a name": b'{"query": "a", "collection": "\\ud800", "documents": ["\\udfff"]}',
    "an escaped NUL": b'{"query": "\\u0000"}',
    "raw bytes": b"\xff\xfe\x00",
    "raw surrogate bytes": b'{"query": "\xed\xa0\x80"}',
    "an array": b"[]",
    "a number": b"1e400",
    "NaN": b'{"query": "a", "k": NaN}',
    "a number without end": b'{"query": "a", "k": ' + b"9" * 5000 + b"}",
    "nested too deep": b'{"query": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    "the same member twice": b'{"query": "a", "query": "b"}',
    "nothing": b"",
    "null": b"null",
    "an unknown member with a surrogate": b'{"query": "a", "\\ud800": 1}',
}


def well_answered(answer):
    """200, or a problem of the 4xx kind under its own media type; and always readable UTF-8."""
    assert answer.status_code < 500, answer.text
    answer.content.decode("utf-8")
    if answer.status_code != 200:
        problem = json.loads(answer.content)
        assert answer.headers["content-type"] == "application/problem+json"
        assert problem["status"] == answer.status_code
        assert problem["code"] in {"invalid_request", "invalid_input", "not_found"}
    return answer


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES.keys())
def test_any_text_is_a_query(samples, route, query):
    well_answered(samples.client.post(route, json={"query": query}))


@pytest.mark.parametrize("route", [*ROUTES, "/v1/feedback", "/v1/documents/index/status"])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_any_bytes_are_a_body(samples, route, body):
    method = "GET" if route.endswith("status") else "POST"
    headers = {"Content-Type": "application/json"}
    well_answered(samples.client.request(method, route, content=body, headers=headers))


@pytest.mark.parametrize("value", [*QUERIES.values()][:-10], ids=[*QUERIES][:-10])
def test_any_text_is_a_parameter(samples, value):
    for path, name in (
        ("/v1/documents", "collection"),
        ("/v1/documents/chunks", "doc_id"),
        ("/v1/documents/clause", "clause_id"),
    ):
        well_answered(samples.client.get(path, params={name: value}))


@pytest.mark.parametrize(
    "path",
    [
        "/v1/records/%00",
        "/v1/records/%ED%A0%80",
        "/v1/records/%F0%9F%9A%B0",
        "/v1/records/..%2F..%2Fledger.key",
        "/v1/records/" + "a" * 4000,
        "/v1/documents/chunks?doc_id=%FF%FE",
        "/v1/documents/chunks?doc_id=%ED%A0%80",
        "/v1/documents/chunks?doc_id=water/terms&offset=-1",
        "/v1/documents/chunks?doc_id=water/terms&offset=99999999999999999999",
        "/v1/documents/chunks?doc_id=water/terms&limit=0x10",
        "/v1/documents/clause?clause_id=" + "%00" * 300,
        "/pages/%2e%2e/%2e%2e/main.py",
        "/pages/%00.js",
        "/%ff",
    ],
)
def test_any_path_is_answered(samples, path):
    well_answered(samples.client.get(path))


@pytest.mark.parametrize(
    "members",
    [
        {"collection": "no such"},
        {"collection": "\x00"},
        {"collection": "water' OR 1=1"},
        {"documents": ["no/such"]},
        {"documents": ["\x00", "../..", "*"]},
        {"documents": ["water/terms"] * 200},
        {"collection": "tenancy", "documents": ["water/terms"]},
    ],
)
@pytest.mark.parametrize("route", ROUTES)
def test_any_name_is_a_scope(samples, route, members):
    well_answered(samples.client.post(route, json={"query": "명의변경 서류", **members}))
