"""One table from error class to HTTP status and problem code (RFC 9457)."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from server.domain import errors
from server.http.context import request_id_of
from server.http.disconnect import ClientLeft

MEDIA_TYPE = "application/problem+json"
CLIENT_LEFT = 499  # read by nobody but logs and metrics, as web servers have it

STATUS: Mapping[type[errors.ClausecardError], tuple[int, str]] = {
    errors.InvalidInput: (422, "invalid_input"),
    errors.NotFound: (404, "not_found"),
    errors.SettingsError: (409, "not_enabled"),
    errors.IndexEmpty: (503, "index_empty"),
    errors.IndexUnavailable: (503, "index_unavailable"),
    errors.RebuildRunning: (409, "rebuild_running"),
    errors.BuildFailed: (503, "build_failed"),
    errors.EmbedderUnavailable: (503, "embedder_unavailable"),
    errors.LedgerUnavailable: (503, "ledger_unavailable"),
    errors.ModelError: (503, "model_unavailable"),
}
"""A subclass without a row of its own uses its parent's."""

_COMPARE = "compare the request with /openapi.json or contracts/"
_HTTP_CODES = {
    400: ("invalid_request", _COMPARE),
    404: ("not_found", "see /openapi.json for the routes"),
    405: ("method_not_allowed", "see /openapi.json for the routes and their methods"),
}
"""What the framework refuses by itself: status -> problem code and remedy."""


def problem(  # noqa: PLR0913  # the members of RFC 9457 and our three extensions
    request: Request,
    *,
    status: int,
    code: str,
    title: str,
    detail: str = "",
    remedy: str = "",
    errors: Sequence[Mapping[str, str]] = (),
) -> JSONResponse:
    """Answer in the shape of contracts/problem.v1.schema.json."""
    body: dict[str, Any] = {
        "type": f"urn:clausecard:problem:{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
        "remedy": remedy,
        "request_id": request_id_of(request.scope),
        "errors": list(errors),
    }
    return JSONResponse(body, status_code=status, media_type=MEDIA_TYPE)


def status_and_code(error: errors.ClausecardError) -> tuple[int, str]:
    """The row of the error's class, or of its nearest parent in the table."""
    for kind in type(error).__mro__:
        if kind in STATUS:
            return STATUS[kind]
    return 500, "internal"


def install(app: FastAPI) -> None:
    """Turn every failure of a route into a problem; none shows a traceback or `repr`."""

    @app.exception_handler(errors.ClausecardError)
    def ours(request: Request, error: errors.ClausecardError) -> JSONResponse:
        status, code = status_and_code(error)
        title = code.replace("_", " ")
        return problem(request, status=status, code=code, title=title, detail=str(error), remedy=error.remedy)

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        places = [
            {"field": ".".join(str(part) for part in fault["loc"][1:]), "message": str(fault["msg"])}
            for fault in error.errors()
        ]
        return problem(
            request,
            status=422,
            code="invalid_request",
            title="invalid request",
            detail="; ".join(f"{place['field'] or 'body'}: {place['message']}" for place in places)[:2000],
            remedy=_COMPARE,
            errors=places,
        )

    @app.exception_handler(ClientLeft)
    def left(_request: Request, _error: ClientLeft) -> Response:
        return Response(status_code=CLIENT_LEFT)

    @app.exception_handler(HTTPException)
    def http(request: Request, error: HTTPException) -> JSONResponse:
        code, remedy = _HTTP_CODES.get(error.status_code, ("http_error", _COMPARE))
        answer = problem(
            request,
            status=error.status_code,
            code=code,
            title=code.replace("_", " "),
            detail=str(error.detail),
            remedy=remedy,
        )
        answer.headers.update(error.headers or {})
        return answer
