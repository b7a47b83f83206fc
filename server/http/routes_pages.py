"""The agent's page: plain files from this folder's `pages`, under a strict policy."""

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, JSONResponse, Response

from server.domain.errors import NotFound
from server.http.services import Services

PAGES = Path(__file__).parent / "pages"

_DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
    "report-uri": "/csp-report",
}
CONTENT_SECURITY_POLICY = "; ".join(f"{name} {value}" for name, value in _DIRECTIVES.items())

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}


def router(services: Services) -> APIRouter:
    """GET / and /pages/…; POST /csp-report counts what the browser refused."""
    routes = APIRouter(include_in_schema=False)
    files = {path.relative_to(PAGES).as_posix(): path for path in PAGES.rglob("*") if path.suffix in _TYPES}

    def page(name: str) -> FileResponse:
        path = files.get(name)  # a name from the list, never a path from the request
        if path is None:
            raise NotFound(f"no page {name[:80]!r}")
        headers = {"Content-Security-Policy": CONTENT_SECURITY_POLICY, "Cache-Control": "no-cache"}
        return FileResponse(path, media_type=_TYPES[path.suffix], headers=headers)

    @routes.get("/")
    def index() -> FileResponse:
        return page("index.html")

    @routes.get("/pages/{name:path}")
    def asset(name: str) -> FileResponse:
        return page(name)

    @routes.get("/v1/labels")
    def labels() -> JSONResponse:
        return JSONResponse({language: dict(words) for language, words in services.labels.items()})

    @routes.post("/csp-report", status_code=204)
    async def report() -> Response:
        services.observatory.count("csp", "violation")
        return Response(status_code=204)

    return routes
