"""What /openapi.json says: bodies, answers and examples straight from the contract files.

The contracts are the source; the table below only says which route speaks which of them.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

CONTRACTS = Path(__file__).resolve().parents[2] / "contracts"
_SUFFIX = ".v1.schema.json"
_COMPONENT = "#/components/schemas/"
_URN = re.compile(r'"urn:clausecard:contract:([a-z-]+):v1"')

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Spoken:
    """What one route takes and gives. A name is a contract's: cards-request."""

    takes: str | None = None
    gives: Json
    example: Json | None = None  # of a body that has no contract of its own


def describe(app: FastAPI) -> None:
    """Let the application tell its contracts; read at the first request for them."""

    def told() -> Json:
        if app.openapi_schema is None:
            plain = get_openapi(
                title=app.title, version=app.version, description=app.description, routes=app.routes
            )
            app.openapi_schema = _with_contracts(plain)
        return app.openapi_schema

    app.openapi = told  # type: ignore[method-assign]  # FastAPI's documented way to extend it


def _ref(name: str) -> Json:
    return {"$ref": f"{_COMPONENT}{name}"}


def _members(**members: Json) -> Json:
    """An answer around values: every member is there."""
    whole = {"request_id": {"type": "string"}, **members}
    return {"type": "object", "required": list(whole), "properties": whole}


def _listed(**members: Json) -> Json:
    timings = {"type": "object", "properties": {"total_ms": {"type": "number"}}}
    return _members(timings=timings, edition=_COUNT, **members)


def _many(item: Json) -> Json:
    return {"type": "array", "items": item}


_COUNT: Json = {"type": "integer", "minimum": 0}
_TEXT: Json = {"type": "string"}
_TRACE: Json = {"type": "object", "description": "see runbook/http.md"}
_ASKED: Json = {"query": "누수 감면 서류", "k": 10}

_ROUTES: Mapping[str, _Spoken] = {
    "POST /v1/cards": _Spoken(takes="cards-request", gives=_ref("cards-response")),
    "POST /v1/ask": _Spoken(takes="ask-request", gives=_ref("ask-response")),
    "POST /v1/feedback": _Spoken(takes="feedback", gives=_members(kept={"const": True})),
    "POST /v1/rag/debug": _Spoken(
        gives=_members(retrieval=_TRACE, sufficiency=_TRACE, packed=_TRACE, pick=_TRACE),
        example={**_ASKED, "generate": False},
    ),
    "POST /v1/documents/search": _Spoken(
        gives=_members(retrieval=_TRACE, sufficiency=_TRACE), example=_ASKED
    ),
    "POST /v1/documents/index/rebuild": _Spoken(gives=_members(job={"type": "object"})),
    "POST /v1/documents/upload": _Spoken(gives=_members(path=_TEXT, bytes=_COUNT)),
    "GET /v1/documents": _Spoken(gives=_listed(documents=_many(_ref("document")))),
    "GET /v1/documents/chunks": _Spoken(
        gives=_listed(document=_ref("document"), offset=_COUNT, total=_COUNT, clauses=_many(_ref("clause")))
    ),
    "GET /v1/documents/clause": _Spoken(gives=_listed(clause=_ref("clause"))),
    "GET /v1/documents/embeddings": _Spoken(gives=_listed(model=_TEXT, dimension=_COUNT, vectors=_COUNT)),
    "GET /v1/documents/index/status": _Spoken(gives=_ref("index-status")),
    "GET /v1/status": _Spoken(gives=_ref("status")),
    "GET /v1/records/{record_request_id}": _Spoken(gives=_members(records=_many(_ref("record")))),
    "GET /v1/doctor": _Spoken(gives=_members(lines=_many({"type": "object"}))),
    "GET /healthz": _Spoken(gives=_members(status={"const": "ok"})),
    "GET /readyz": _Spoken(gives=_members(status=_TEXT, switches={"type": "object"})),
}
_STREAM = "POST /v1/cards/stream"
_STREAM_EXAMPLE = "event: cards\ndata: {…}\n\nevent: card\ndata: {…}\n\nevent: done\ndata: {…}\n\n"


def _with_contracts(plain: Json) -> Json:
    schemas = plain.setdefault("components", {}).setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError", "CardsRequest", "AskRequest", "Feedback"):
        schemas.pop(name, None)
    schemas.update(_contracts())
    for path, operations in plain["paths"].items():
        for method, operation in operations.items():
            _describe(operation, f"{method.upper()} {path}")
    return plain


def _describe(operation: Json, route: str) -> None:
    problem = {"application/problem+json": {"schema": _ref("problem")}}
    success = next(status for status in operation["responses"] if status.startswith("2"))
    operation["responses"] = {
        success: operation["responses"][success],
        "4XX": {"description": "what was wrong with the request, and what to do", "content": problem},
        "5XX": {"description": "what cannot be had now, and what to do", "content": problem},
    }
    answer = operation["responses"][success]
    if route == _STREAM:
        _take(operation, "cards-request")
        answer["content"] = {"text/event-stream": {"schema": _TEXT, "example": _STREAM_EXAMPLE}}
        return
    spoken = _ROUTES[route]
    answer["content"] = {"application/json": {"schema": spoken.gives}}
    if "$ref" in spoken.gives:
        answer["content"]["application/json"]["examples"] = _examples(
            spoken.gives["$ref"].removeprefix(_COMPONENT)
        )
    if spoken.takes:
        _take(operation, spoken.takes)
    elif spoken.example:
        operation["requestBody"]["content"]["application/json"]["example"] = spoken.example


def _take(operation: Json, contract: str) -> None:
    body = {"schema": _ref(contract), "examples": _examples(contract)}
    operation["requestBody"] = {"required": True, "content": {"application/json": body}}


def _contracts() -> Json:
    files = {path.name.removesuffix(_SUFFIX): path for path in sorted(CONTRACTS.glob(f"*{_SUFFIX}"))}
    return {name: _component(name, json.loads(path.read_text("utf-8"))) for name, path in files.items()}


def _component(name: str, schema: Json) -> Json:
    """The schema as a part of this document: its references point into it."""
    text = json.dumps({key: value for key, value in schema.items() if key not in {"$id", "$schema"}})
    text = text.replace('"#/$defs/', f'"{_COMPONENT}{name}/$defs/')
    component: Json = json.loads(_URN.sub(rf'"{_COMPONENT}\1"', text))
    return component


def _examples(contract: str) -> Json:
    valid = sorted((CONTRACTS / "examples" / contract / "v1" / "valid").glob("*.json"))
    return {path.stem: {"value": json.loads(path.read_text("utf-8"))} for path in valid}
