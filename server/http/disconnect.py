"""A client that leaves ends the work that was done for it, and the upstream call with it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Mapping
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

T = TypeVar("T")


class ClientLeft(Exception):
    """The client hung up before the answer; there is nobody to answer."""


async def _hang_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def while_connected(request: Request, work: Awaitable[T]) -> T:
    """Await `work`; when the client hangs up first, cancel it and raise ClientLeft."""
    task = asyncio.ensure_future(work)
    watcher = asyncio.ensure_future(_hang_up(request.receive))
    try:
        await asyncio.wait({task, watcher}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ClientLeft
    finally:
        for pending in (task, watcher):
            pending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watcher
        if not task.done():
            with contextlib.suppress(asyncio.CancelledError):
                await task


class EventStream(Response):
    """Server-sent events; the generator is closed when the client leaves."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[tuple[str, Mapping[str, object]]]) -> None:
        super().__init__()
        self._events = events
        self.raw_headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the events end or the client leaves."""
        del scope
        sender = asyncio.ensure_future(self._send_all(send))
        watcher = asyncio.ensure_future(_hang_up(receive))
        try:
            await asyncio.wait({sender, watcher}, return_when=asyncio.FIRST_COMPLETED)
            if sender.done():
                sender.result()
        finally:
            for task in (sender, watcher):
                task.cancel()
            await asyncio.gather(sender, watcher, return_exceptions=True)

    async def _send_all(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async with contextlib.aclosing(self._events) as events:  # type: ignore[type-var]
            async for name, data in events:
                line = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
                body = f"event: {name}\ndata: {line}\n\n".encode()
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
