"""Cards, as one answer or as a stream."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from server.domain.plain import as_json
from server.domain.query import Query
from server.http.context import request_id_of
from server.http.disconnect import EventStream, while_connected
from server.http.requests import Asked, CardsRequest
from server.http.services import Services


def checked(services: Services, body: Asked) -> Query:
    """The query of a request, checked and cleaned."""
    return services.parse_query(body.query, collection=body.collection, documents=body.documents, k=body.k)


def router(services: Services) -> APIRouter:
    """POST /v1/cards and /v1/cards/stream."""
    routes = APIRouter(prefix="/v1", tags=["cards"])

    @routes.post("/cards")
    async def cards(request: Request, body: CardsRequest) -> JSONResponse:
        """Cards for what the customer said, within the deadline, best first."""
        query = checked(services, body)
        answer = await while_connected(
            request,
            services.cards.cards(
                query,
                request_id=request_id_of(request.scope),
                deadline_ms=body.deadline_ms,
                session=body.session,
            ),
        )
        return JSONResponse(as_json(answer))

    @routes.post("/cards/stream", status_code=200, response_class=EventStream)
    async def stream(request: Request, body: CardsRequest) -> EventStream:
        """Events: `cards` at once, `card` for the first one's upgrade or its reason, `done`."""
        query = checked(services, body)
        events = services.cards.stream(
            query, request_id=request_id_of(request.scope), deadline_ms=body.deadline_ms, session=body.session
        )
        return EventStream(events)

    return routes
