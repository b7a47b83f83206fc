"""The web application over the services; nothing is global."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI
from starlette.middleware.trustedhost import TrustedHostMiddleware

from server.http import (
    openapi,
    problems,
    routes_ask,
    routes_cards,
    routes_documents,
    routes_pages,
    routes_status,
    routes_upload,
)
from server.http.middleware import RequestEdge
from server.http.services import Services

ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
"""A page from elsewhere that resolves its own name to loopback (DNS rebinding) is refused."""


def create_app(services: Services) -> FastAPI:
    """Build the application; its lifespan runs the background work and closes the services."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        background = asyncio.create_task(services.run_background())
        yield
        background.cancel()
        await asyncio.gather(background, return_exceptions=True)
        await services.close()

    app = FastAPI(
        title="clausecard",
        version="0.1.0",
        description="Cards from an organisation's own documents, each with its source.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    problems.install(app)
    modules = (routes_cards, routes_ask, routes_documents, routes_upload, routes_status, routes_pages)
    for module in modules:
        app.include_router(module.router(services))
    openapi.describe(app)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=ALLOWED_HOSTS)
    app.add_middleware(RequestEdge, observe=services.observatory.request)
    return app
