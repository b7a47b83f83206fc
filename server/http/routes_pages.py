"""The agent's page: plain files from this folder's `pages`, under a strict policy."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

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
}


@dataclass(frozen=True, kw_only=True, slots=True)
class _File:
    """One file of the page, read once; its ETag spares the browser what it has already."""

    content: bytes
    media_type: str
    etag: str

    def answer(self, request: Request) -> Response:
        headers = {
            "Content-Security-Policy": CONTENT_SECURITY_POLICY,
            "Cache-Control": "no-cache",
            "ETag": self.etag,
        }
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        return Response(self.content, media_type=self.media_type, headers=headers)


def _read_files() -> Mapping[str, _File]:
    paths = [path for path in PAGES.rglob("*") if path.suffix in _TYPES]
    return {path.relative_to(PAGES).as_posix(): _read_file(path) for path in paths}


def _read_file(path: Path) -> _File:
    content = path.read_bytes()
    etag = f'"{sha256(content).hexdigest()[:32]}"'
    return _File(content=content, media_type=_TYPES[path.suffix], etag=etag)


def router(services: Services) -> APIRouter:
    """GET / and /pages/…; POST /csp-report counts what the browser refused."""
    routes = APIRouter(include_in_schema=False)
    files = _read_files()

    @routes.get("/")
    async def index(request: Request) -> Response:
        return files["index.html"].answer(request)

    @routes.get("/pages/{name:path}")
    async def asset(request: Request, name: str) -> Response:
        file = files.get(name)  # a name from the list, never a path from the request
        if file is None:
            raise NotFound(f"no page {name[:80]!r}")
        return file.answer(request)

    @routes.get("/v1/labels")
    def labels() -> JSONResponse:
        return JSONResponse({language: dict(words) for language, words in services.labels.items()})

    @routes.post("/csp-report", status_code=204)
    async def report() -> Response:
        services.observatory.count("csp", "violation")
        return Response(status_code=204)

    return routes
