"""Questions, and a look into every step of an answer."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from server.domain.plain import as_json
from server.http.context import request_id_of
from server.http.disconnect import while_connected
from server.http.requests import AskRequest, DebugRequest
from server.http.routes_cards import checked
from server.http.services import Services


def router(services: Services) -> APIRouter:
    """POST /v1/ask and /v1/rag/debug."""
    routes = APIRouter(prefix="/v1", tags=["ask"])

    @routes.post("/ask")
    async def ask(request: Request, body: AskRequest) -> JSONResponse:
        """An answer whose every sentence is backed by a clause, or a refusal that says why."""
        answer = await while_connected(
            request,
            services.answers.ask(
                checked(services, body),
                request_id=request_id_of(request.scope),
                temperature=body.temperature,
                explain=body.explain,
            ),
        )
        return JSONResponse(as_json(answer))

    @routes.post("/rag/debug")
    async def debug(request: Request, body: DebugRequest) -> JSONResponse:
        """Every step of a search with its scores and reasons; no model unless `generate`."""
        trace = await while_connected(
            request,
            services.debug(
                checked(services, body), request_id=request_id_of(request.scope), generate=body.generate
            ),
        )
        return JSONResponse(as_json(trace))

    return routes
