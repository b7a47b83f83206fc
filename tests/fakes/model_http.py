"""HTTP/1.1 as far as a fake model server needs it, with every way to break it."""

import asyncio
import contextlib
import json
import socket
import struct
from dataclasses import dataclass

REASONS = {200: "OK", 302: "Found", 400: "Bad Request", 404: "Not Found", 500: "Internal Server Error"}
NDJSON = "application/x-ndjson"
EVENTS = "text/event-stream"


@dataclass(frozen=True, kw_only=True, slots=True)
class HttpRequest:
    method: str
    path: str
    headers: dict[str, str]  # names in lower case
    body: bytes


async def read_request(reader: asyncio.StreamReader) -> HttpRequest | None:
    """The next request on this connection; None when the client is done."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    method, path, _version = first.split(" ", 2)
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return HttpRequest(method=method, path=path, headers=headers, body=body)


class HttpResponse:
    """Writes one response, whole or in chunks."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self.started = False

    async def head(self, status: int, content_type: str, *extra: str) -> None:
        self.started = True
        reason = REASONS.get(status, "Status")
        lines = [f"HTTP/1.1 {status} {reason}", f"Content-Type: {content_type}", *extra, "", ""]
        await self.write("\r\n".join(lines).encode())

    async def whole(self, status: int, body: bytes, content_type: str, *extra: str) -> None:
        await self.head(status, content_type, f"Content-Length: {len(body)}", *extra)
        await self.write(body)

    async def json(self, status: int, value: object) -> None:
        body = json.dumps(value, ensure_ascii=False).encode()
        await self.whole(status, body, "application/json; charset=utf-8")

    async def chunk(self, data: bytes) -> None:
        await self.write(b"%x\r\n%s\r\n" % (len(data), data))

    async def end_chunks(self) -> None:
        await self.write(b"0\r\n\r\n")

    async def write(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    def close(self) -> None:
        """Close in the middle of whatever was being sent."""
        self._writer.close()

    def reset(self) -> None:
        """Close with a TCP reset instead of an orderly end."""
        raw = self._writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()


async def closed_by_client(reader: asyncio.StreamReader) -> None:
    """Return when the client hangs up; nothing else is expected while a response is due."""
    with contextlib.suppress(ConnectionError):
        await reader.read(1)
