"""HTTP to one model server: bounded in time and size, no redirects, nothing from the environment."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Self

import httpx

from ai.runtimes.faults import fault_of_status, fault_of_transport
from ai.runtimes.limits import MAX_ERROR_BYTES, MAX_LINE_BYTES, MAX_WIRE_BYTES
from server.domain.errors import ModelInvalidReply, ModelTimeout

Body = Mapping[str, object]

NO_REUSE = httpx.Limits(max_connections=None, max_keepalive_connections=0)
"""A kept connection may be dead when the next call needs it, and a call is never sent twice."""

HEADERS = {"Accept-Encoding": "identity"}  # sizes are counted on the wire


@asynccontextmanager
async def bounded(seconds: float) -> AsyncIterator[None]:
    """Everything inside ends within `seconds`; raises ModelTimeout, and our errors for a broken line."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise ModelTimeout(f"the model gave no reply within {seconds:.1f} s") from error
    except httpx.HTTPError as error:
        raise fault_of_transport(error) from error


class Session:
    """Calls to one server. Use inside `bounded`; every method raises ModelError subclasses."""

    def __init__(self, base_url: str) -> None:
        self._client = httpx.AsyncClient(
            base_url=base_url,
            headers=HEADERS,
            timeout=None,  # noqa: S113  `bounded` holds the total, which a read timeout does not
            limits=NO_REUSE,
            follow_redirects=False,
            trust_env=False,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close what is open."""
        await self._client.aclose()

    async def ask(self, method: str, path: str, body: Body | None = None) -> dict[str, object]:
        """One JSON object for one request."""
        async with self._open(method, path, body) as response:
            raw = await _read(response, MAX_WIRE_BYTES)
        return parse_object(raw)

    async def lines(self, path: str, body: Body) -> AsyncGenerator[bytes, None]:
        """The lines of a streamed reply as they come, without their ends, empty ones left out."""
        async with self._open("POST", path, body) as response:
            pending, received = b"", 0
            async for data in response.aiter_raw():
                received += len(data)
                *complete, pending = (pending + data).split(b"\n")
                if received > MAX_WIRE_BYTES or len(pending) > MAX_LINE_BYTES:
                    raise ModelInvalidReply("the reply is too large")
                for line in complete:
                    if line.strip():
                        yield line
            if pending.strip():
                yield pending

    @asynccontextmanager
    async def _open(self, method: str, path: str, body: Body | None) -> AsyncIterator[httpx.Response]:
        async with self._client.stream(method, path, json=body) as response:
            if response.status_code != httpx.codes.OK:
                text = await _read(response, MAX_ERROR_BYTES, cut=True)
                raise fault_of_status(response.status_code, text.decode("utf-8", "replace"))
            yield response


async def _read(response: httpx.Response, most: int, *, cut: bool = False) -> bytes:
    raw = b""
    async for data in response.aiter_raw():
        raw += data
        if len(raw) > most:
            if cut:
                break
            raise ModelInvalidReply("the reply is too large")
    return raw


def parse_object(raw: bytes) -> dict[str, object]:
    """One JSON object in UTF-8; raises ModelInvalidReply for anything else.

    A string with one half of a surrogate pair is well-formed JSON and no text: nobody could keep or show it.
    """
    try:
        value = json.loads(raw.decode("utf-8"))
        if b"\\u" in raw:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except ValueError as error:
        raise ModelInvalidReply("the reply is not JSON in UTF-8") from error
    except RecursionError as error:
        raise ModelInvalidReply("the reply is nested too deeply") from error
    if not isinstance(value, dict):
        raise ModelInvalidReply("the reply is not a JSON object")
    return value
