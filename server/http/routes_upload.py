"""Adding a file to a collection, where that is enabled."""

import asyncio
import os
import re
import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import JSONResponse

from server.apps.documents.loaders.registry import LOADERS
from server.domain.errors import InvalidInput, SettingsError
from server.http.context import request_id_of
from server.http.services import Services

MAX_UPLOAD_BYTES = 20 * 1_048_576
ENDINGS = frozenset(LOADERS)
_NAME = re.compile(r"[^\W_][\w .()\-]{0,119}")


def router(services: Services) -> APIRouter:
    """POST /v1/documents/upload."""
    routes = APIRouter(prefix="/v1/documents", tags=["documents"])

    @routes.post("/upload", status_code=201)
    async def upload(
        request: Request,
        collection: Annotated[str, Form(max_length=120)],
        file: Annotated[UploadFile, File()],
    ) -> JSONResponse:
        """Keep the file in the collection's folder; it is searched after the next rebuild."""
        if services.upload_folder is None:
            raise SettingsError("uploads are off", remedy="start the server with CLAUSECARD_UPLOAD=on")
        name = safe_name(file.filename or "")
        folder = services.upload_folder / (safe_folder(collection) if collection else "")
        content = await file.read(MAX_UPLOAD_BYTES + 1)
        if len(content) > MAX_UPLOAD_BYTES:
            raise InvalidInput("the file is larger than 20 MiB", remedy="split it into several files")
        await asyncio.to_thread(keep, folder, name, content)
        path = f"{collection}/{name}" if collection else name
        body = {"request_id": request_id_of(request.scope), "path": path, "bytes": len(content)}
        return JSONResponse(body, status_code=201)

    return routes


def safe_name(name: str) -> str:
    """A plain file name with a known ending; raises InvalidInput."""
    if not _NAME.fullmatch(name) or Path(name).suffix.lower() not in ENDINGS or ".." in name:
        raise InvalidInput(
            f"the file name {name[:80]!r} cannot be used",
            remedy=f"use letters, digits, spaces, - ( ) and one of {', '.join(sorted(ENDINGS))}",
        )
    return name


def safe_folder(name: str) -> str:
    """A plain folder name; raises InvalidInput."""
    if not _NAME.fullmatch(name) or "." in name:
        raise InvalidInput(f"the collection {name[:80]!r} cannot be used", remedy="use letters, digits and -")
    return name


def keep(folder: Path, name: str, content: bytes) -> None:
    """Write aside and link at the end, so that a build never reads half a file; never overwrite."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".upload-") as aside:
        aside.write(content)
        aside.flush()
        os.fsync(aside.fileno())
        try:
            os.link(aside.name, folder / name)
        except FileExistsError as error:
            raise InvalidInput(
                f"{name} exists already", remedy="choose another name, or replace the file on the server"
            ) from error
