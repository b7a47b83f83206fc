"""Around every request: its id, its log lines, its place in the metrics, the edge that never leaks.

Plain ASGI, so that `receive` reaches the routes untouched and a client that leaves is seen.
"""

from collections.abc import Callable
from time import perf_counter

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.http.context import request_id_of, take_request_id
from server.http.problems import problem

MAX_BODY_BYTES = 1_048_576
UPLOAD_BODY_BYTES = 21 * 1_048_576
UPLOAD_PATH = "/v1/documents/upload"

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

_EDGE_FAULTS = {
    "too_large": (413, "send at most 1 MiB, or 20 MiB to the upload route"),
    "length_required": (411, "send the body with a Content-Length"),
    "internal": (500, "look up the request id in the log"),
}

_log = structlog.get_logger("clausecard.http")


class RequestEdge:
    """The outermost edge: every request passes it and every fault ends here."""

    def __init__(self, app: ASGIApp, *, observe: Callable[[str, int, float], None]) -> None:
        self._app = app
        self._observe = observe  # route path, status, milliseconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})["request_id"] = take_request_id(
            Headers(scope=scope).get("x-request-id")
        )
        started = perf_counter()
        answer = _Answer(scope, send)
        with structlog.contextvars.bound_contextvars(request_id=request_id_of(scope)):
            _log.info("request_started", method=scope["method"], path=scope["path"])
            try:
                fault = _body_fault(scope)
                if fault is not None:
                    await _fault(scope, receive, answer, fault)
                else:
                    await self._app(scope, receive, answer.send)
            except Exception as error:  # the outermost edge
                _log.exception("request_failed", error=type(error).__name__)
                if answer.status:
                    raise
                await _fault(scope, receive, answer, "internal")
            finally:
                milliseconds = (perf_counter() - started) * 1000
                self._observe(_route_path(scope), answer.status, milliseconds)
                _log.info("request_finished", status=answer.status, milliseconds=round(milliseconds, 3))


class _Answer:
    """Sees the status go by and adds the headers that every answer has."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = request_id_of(self._scope)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


def _body_fault(scope: Scope) -> str | None:
    """A body is taken by its announced length, which the HTTP server holds it to."""
    headers = Headers(scope=scope)
    if "transfer-encoding" in headers:
        return "length_required"
    limit = UPLOAD_BODY_BYTES if scope["path"] == UPLOAD_PATH else MAX_BODY_BYTES
    return "too_large" if int(headers.get("content-length", "0")) > limit else None


def _route_path(scope: Scope) -> str:
    """The route's template, so that paths with ids do not each become a series."""
    return getattr(scope.get("route"), "path", "other")


async def _fault(scope: Scope, receive: Receive, answer: _Answer, code: str) -> None:
    status, remedy = _EDGE_FAULTS[code]
    response = problem(Request(scope), status=status, code=code, title=code.replace("_", " "), remedy=remedy)
    await response(scope, receive, answer.send)
