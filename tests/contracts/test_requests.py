"""What the server takes and tells is what the contracts say, checked without starting it."""

import json
import re
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from server.domain import errors
from server.domain.card import Card, CardsAnswer, Item, Source, Timings
from server.domain.plain import as_json
from server.domain.reasons import FallbackReason, Freshness, Outcome, Tier
from server.http import problems
from server.http.requests import AskRequest, CardsRequest, Feedback

EXAMPLES = Path(__file__).resolve().parents[2] / "contracts" / "examples"
BODIES: dict[str, type[BaseModel]] = {
    "cards-request": CardsRequest,
    "ask-request": AskRequest,
    "feedback": Feedback,
}
CASES = [(name, path) for name in BODIES for path in sorted(EXAMPLES.glob(f"{name}/v1/*/*.json"))]


@pytest.mark.parametrize("name", BODIES)
def test_a_request_body_has_the_members_of_its_contract(schemas, name):
    schema = schemas.by_name[f"{name}.v1"]
    body = BODIES[name]
    assert set(body.model_fields) == set(schema["properties"])
    required = {member for member, field in body.model_fields.items() if field.is_required()}
    assert required == set(schema["required"])
    for member, field in body.model_fields.items():
        if not field.is_required():
            assert field.default == schema["properties"][member].get("default"), member


@pytest.mark.parametrize(("name", "path"), CASES, ids=[f"{name}/{path.stem}" for name, path in CASES])
def test_the_server_takes_the_valid_examples_and_refuses_the_invalid_ones(name, path):
    text = path.read_text(encoding="utf-8")
    if path.parent.name == "valid":
        BODIES[name].model_validate_json(text)
    else:
        with pytest.raises(ValidationError):
            BODIES[name].model_validate_json(text)


def test_every_error_of_the_domain_becomes_a_problem_of_the_contract(schemas):
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    pattern = schemas.by_name["problem.v1"]["properties"]["code"]["pattern"]
    for kind in kinds:
        status, code = problems.status_and_code(kind("it did not work"))
        assert 400 <= status <= 599
        assert re.fullmatch(pattern, code), code


def source():
    return Source(
        document="가온시 수도 급수 조례",
        doc_id="water/terms",
        clause="제12조",
        clause_id="water/terms#제12조",
        heading="명의변경",
        path="제3장 급수의 이용",
        start_line=62,
        end_line=68,
        content_hash="sha256:" + "0" * 64,
        edition=1,
        freshness=Freshness.FRESH,
    )


def card(**changes):
    values = {
        "card_id": "c1",
        "rank": 1,
        "kind": "items",
        "title": "가온시 수도 급수 조례 · 제12조(명의변경)",
        "text": "필요 서류: 신분증",
        "items": (Item(name="신분증", start=3, end=6),),
        "snippet": None,
        "snippet_start": None,
        "snippet_end": None,
        "note": None,
        "source": source(),
        "score": 0.8,
        "tier": Tier.STRONG,
        "origin": "model",
        "label": "AI가 고른 항목",
    }
    return Card(**{**values, **changes})


def test_a_card_of_the_domain_is_a_card_of_the_contract_as_it_goes_over_the_wire(schemas):
    snippet = card(kind="snippet", items=(), origin=None, label=None, fallback_reason=FallbackReason.TIMEOUT)
    for one in (card(), snippet):
        assert schemas.find_faults("card.v1", json.loads(json.dumps(as_json(one)))) == ()


def test_an_answer_of_the_domain_is_a_response_of_the_contract_as_it_goes_over_the_wire(schemas):
    answer = CardsAnswer(
        request_id="r1",
        query="명의변경",
        outcome=Outcome.CARDS,
        reason=None,
        message=None,
        cards=(card(),),
        missing_exact_terms=(),
        timings=Timings(total_ms=3.0),
        edition=1,
    )
    assert schemas.find_faults("cards-response.v1", json.loads(json.dumps(as_json(answer)))) == ()
