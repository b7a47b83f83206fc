"""What /openapi.json says is what the contracts say, and complete."""

import json
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator

from tests.fakes.services import FakeHouse
from tests.fakes.web import served

pytestmark = pytest.mark.loopback

CONTRACTS = Path(__file__).resolve().parents[2] / "contracts"
QUERY = {"query": "명의변경 신청서에 첨부하는 서류"}


@pytest.fixture(scope="module")
def client():
    with served(FakeHouse().build().services()) as url, httpx.Client(base_url=url, timeout=20) as client:
        yield client


@pytest.fixture(scope="module")
def told(client):
    return client.get("/openapi.json").json()


def operations(told):
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def success(operation):
    return next(answer for status, answer in operation["responses"].items() if status.startswith("2"))


def faults(told, schema, value):
    """Checked with the document's components beside it, so that every reference is resolved."""
    validator = Draft202012Validator({**schema, "components": told["components"]})
    return [fault.message for fault in validator.iter_errors(value)]


def references(value):
    if isinstance(value, dict):
        yield from (part for name, part in value.items() if name == "$ref" and isinstance(part, str))
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from references(part)


def test_every_reference_leads_somewhere_inside(told):
    assert told["openapi"].startswith("3.1")
    for reference in set(references(told)):
        assert reference.startswith("#/components/schemas/")
        place = told
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]


def test_every_contract_is_there_and_no_other_words_for_the_same(told):
    names = {path.name.removesuffix(".v1.schema.json") for path in CONTRACTS.glob("*.v1.schema.json")}
    assert names <= set(told["components"]["schemas"])
    assert not {"CardsRequest", "AskRequest", "Feedback", "HTTPValidationError"} & set(
        told["components"]["schemas"]
    )


def test_every_route_tells_its_answer_and_its_problems(told):
    for route, operation in operations(told):
        assert operation.get("summary"), route
        assert success(operation)["content"], route
        for status in ("4XX", "5XX"):
            problem = operation["responses"][status]["content"]["application/problem+json"]
            assert problem["schema"] == {"$ref": "#/components/schemas/problem"}, route


def test_every_body_has_an_example_that_its_schema_takes(told):
    posts = [
        (route, operation) for route, operation in operations(told)
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    ]  # fmt: skip
    assert {route for route, _ in posts} == {
        "POST /v1/cards",
        "POST /v1/cards/stream",
        "POST /v1/ask",
        "POST /v1/rag/debug",
        "POST /v1/documents/search",
        "POST /v1/feedback",
    }
    for route, operation in posts:
        body = operation["requestBody"]["content"]["application/json"]
        examples = [one["value"] for one in body.get("examples", {}).values()] or [body["example"]]
        assert examples
        assert [faults(told, body["schema"], one) for one in examples] == [[]] * len(examples), route


@pytest.mark.parametrize(
    ("route", "body"),
    [
        ("POST /v1/cards", QUERY),
        ("POST /v1/ask", QUERY),
        ("POST /v1/rag/debug", QUERY),
        ("POST /v1/documents/search", QUERY),
        ("GET /v1/documents", None),
        ("GET /v1/documents/embeddings", None),
        ("GET /v1/documents/index/status", None),
        ("GET /v1/status", None),
        ("GET /v1/doctor", None),
        ("GET /healthz", None),
        ("GET /readyz", None),
    ],
)
def test_an_answer_of_the_server_is_what_was_told(client, told, route, body):
    method, path = route.split(" ")
    operation = told["paths"][path][method.lower()]
    answer = client.request(method, path, json=body)
    assert answer.status_code == 200
    schema = success(operation)["content"]["application/json"]["schema"]
    assert faults(told, schema, answer.json()) == []


def test_the_examples_of_an_answer_are_those_of_its_contract(told):
    content = success(told["paths"]["/v1/cards"]["post"])["content"]["application/json"]
    valid = CONTRACTS / "examples" / "cards-response" / "v1" / "valid"
    expected = {path.stem: {"value": json.loads(path.read_text("utf-8"))} for path in valid.glob("*.json")}
    assert content["examples"] == expected
