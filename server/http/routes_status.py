"""Is it alive, is it ready, how is it doing; records and feedback."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from server.domain.errors import ClausecardError, NotFound
from server.domain.plain import as_json
from server.http.context import request_id_of
from server.http.requests import Feedback
from server.http.services import Services


def router(services: Services) -> APIRouter:
    """/healthz, /readyz, /metrics, /v1/status, /v1/doctor, /v1/labels, /v1/records, /v1/feedback."""
    routes = APIRouter(tags=["status"])

    @routes.get("/healthz")
    @routes.get("/v1/healthz", include_in_schema=False)
    async def alive(request: Request) -> JSONResponse:
        """The process answers."""
        return JSONResponse({"request_id": request_id_of(request.scope), "status": "ok"})

    @routes.get("/readyz")
    @routes.get("/v1/readyz", include_in_schema=False)
    def ready(request: Request) -> JSONResponse:
        """An edition can be searched: 200, else 503 with the reason. Switches are shown."""
        body = {"request_id": request_id_of(request.scope), "switches": services.switches()}
        try:
            with services.index.current() as edition:
                edition.info.check_searchable()
                return JSONResponse({**body, "status": "ready", "edition": edition.info.number})
        except ClausecardError as error:
            reason = {"reason": type(error).__name__, "detail": str(error), "remedy": error.remedy}
            return JSONResponse({**body, "status": "not_ready", **reason}, status_code=503)

    @routes.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        """For Prometheus."""
        return Response(services.observatory.exposition(), media_type="text/plain; version=0.0.4")

    @routes.get("/v1/status")
    def status(request: Request) -> JSONResponse:
        """Every switch with its state and why, the model queue, and the last hour."""
        body = {
            "request_id": request_id_of(request.scope),
            "switches": services.switches(),
            "last_hour": services.observatory.last_hour(),
        }
        return JSONResponse(as_json(body))

    @routes.get("/v1/doctor")
    async def doctor(request: Request) -> JSONResponse:
        """One line per thing that can be wrong, with its remedy."""
        lines = await services.doctor()
        return JSONResponse({"request_id": request_id_of(request.scope), **as_json(dict(lines))})

    @routes.get("/v1/records/{record_request_id}")
    def records(request: Request, record_request_id: str) -> JSONResponse:
        """All that the ledger holds of one request, oldest first."""
        found = services.find_records(record_request_id)
        if not found:
            raise NotFound(f"no record of request {record_request_id[:80]!r}")
        body = {"request_id": request_id_of(request.scope), "records": [as_json(one) for one in found]}
        return JSONResponse(body)

    @routes.post("/v1/feedback", status_code=201)
    def feedback(request: Request, body: Feedback) -> JSONResponse:
        """Keep a person's verdict on a card beside its record."""
        request_id = request_id_of(request.scope)
        services.record_feedback(body.model_dump(), request_id)
        return JSONResponse({"request_id": request_id, "kept": True}, status_code=201)

    return routes
