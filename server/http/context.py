"""The id that every request carries."""

import re
import uuid
from typing import cast

from starlette.types import Scope

_WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def take_request_id(given: str | None) -> str:
    """The caller's X-Request-ID when well-formed, else a new one."""
    if given is not None and _WELL_FORMED.fullmatch(given):
        return given
    return uuid.uuid4().hex


def request_id_of(scope: Scope) -> str:
    """The id that the middleware put on the request."""
    return cast("str", scope.get("state", {}).get("request_id", ""))
