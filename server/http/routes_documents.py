"""Documents, clauses, the index, and the trace of a search."""

from collections.abc import Mapping
from time import perf_counter
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from server.domain.errors import NotFound
from server.domain.plain import as_json
from server.http.context import request_id_of
from server.http.requests import SearchRequest
from server.http.routes_cards import checked
from server.http.services import Services

DocId = Annotated[str, Query(max_length=512, description="As in GET /v1/documents")]
Offset = Annotated[int, Query(ge=0, le=10_000_000)]
Limit = Annotated[int, Query(ge=1, le=200)]


def router(services: Services) -> APIRouter:  # noqa: C901  # one small function a route
    """GET /v1/documents…, POST /v1/documents/search and /v1/documents/index/rebuild."""
    routes = APIRouter(prefix="/v1/documents", tags=["documents"])

    def answer(request: Request, started: float, body: Mapping[str, Any], status: int = 200) -> JSONResponse:
        timings = {"total_ms": round((perf_counter() - started) * 1000, 3)}
        whole = {"request_id": request_id_of(request.scope), "timings": timings, **as_json(dict(body))}
        return JSONResponse(whole, status_code=status)

    @routes.get("")
    def documents(request: Request, collection: str | None = None) -> JSONResponse:
        """All documents of the current edition."""
        started = perf_counter()
        with services.index.current() as edition:
            found = [one for one in edition.documents() if collection in (None, one.collection)]
            return answer(request, started, {"edition": edition.info.number, "documents": found})

    @routes.get("/chunks")
    def chunks(request: Request, doc_id: DocId, offset: Offset = 0, limit: Limit = 50) -> JSONResponse:
        """The clauses of one document, a page at a time, in their order."""
        started = perf_counter()
        with services.index.current() as edition:
            document = next((one for one in edition.documents() if one.doc_id == doc_id), None)
            if document is None:
                raise NotFound(f"no document {doc_id!r} in edition {edition.info.number}")
            page = edition.document_clauses(doc_id, offset=offset, limit=limit)
            body = {
                "edition": edition.info.number,
                "document": document,
                "offset": offset,
                "total": document.clauses,
                "clauses": page,
            }
            return answer(request, started, body)

    @routes.get("/clause")
    def clause(request: Request, clause_id: Annotated[str, Query(max_length=1024)]) -> JSONResponse:
        """One clause by its id."""
        started = perf_counter()
        with services.index.current() as edition:
            found = edition.clause(clause_id)
            if found is None:
                raise NotFound(f"no clause {clause_id!r} in edition {edition.info.number}")
            return answer(request, started, {"edition": edition.info.number, "clause": found})

    @routes.get("/embeddings")
    def embeddings(request: Request) -> JSONResponse:
        """Model, dimension and coverage of the dense leg, and the norms of a few vectors."""
        started = perf_counter()
        with services.index.current() as edition:
            info = edition.info
            body = {
                "edition": info.number,
                "model": info.fingerprint.embedder_id,
                "dimension": info.fingerprint.dimension,
                "passages": info.passages,
                "vectors": info.vectors,
                "coverage": info.vectors / info.passages if info.passages else 0.0,
                "sample_norms": list(edition.sample_norms(8)),
            }
            return answer(request, started, body)

    @routes.post("/search")
    def search(request: Request, body: SearchRequest) -> JSONResponse:
        """What a search finds, every tier with its reasons, and the trace of every step."""
        started = perf_counter()
        retrieval = services.retrieve(checked(services, body))
        verdict = services.judge(retrieval).by_id()
        return answer(request, started, {"retrieval": retrieval, "sufficiency": verdict})

    @routes.get("/index/status")
    def index_status(request: Request) -> JSONResponse:
        """Each document fresh, changed, new or missing; why the edition is stale; the running job."""
        started = perf_counter()
        return answer(request, started, services.index_status())

    @routes.post("/index/rebuild", status_code=202)
    def rebuild(request: Request) -> JSONResponse:
        """Start a rebuild; 409 while one runs."""
        started = perf_counter()
        return answer(request, started, {"job": services.start_rebuild()}, status=202)

    return routes
