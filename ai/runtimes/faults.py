"""The one table from what a model server does wrong to our errors.

Messages are our own sentences: a server's error text may repeat the prompt, so none of it
travels further than this module.
"""

from dataclasses import dataclass

import httpx

from server.domain.errors import (
    ModelBusy,
    ModelError,
    ModelInvalidReply,
    ModelMissing,
    ModelTooLong,
    ModelUnavailable,
)


class ReplyCut(ModelInvalidReply):
    """The reply reached its token limit: half a list, never repaired."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """One row: it matches when the status is one of these and one of the words stands in the text."""

    statuses: frozenset[int]
    words: tuple[str, ...]  # lower case; empty: the status alone decides
    error: type[ModelError]
    message: str
    remedy: str = ""


ANY = frozenset(range(100, 600))
MEMORY = (
    "out of memory",
    "out-of-memory",
    "failed to allocate",
    "not enough memory",
    "unable to load full model",
)

FAULTS = (
    Fault(
        statuses=ANY,
        words=(
            "exceeds the available context",
            "exceed_context_size",
            "longer than the context",
            "maximum context",
        ),
        error=ModelTooLong,
        message="the prompt does not fit the model's context",
        remedy="raise GENERATION_NUM_CTX",
    ),
    Fault(
        statuses=ANY,
        words=MEMORY,
        error=ModelUnavailable,
        message="the model server ran out of memory",
        remedy="choose a smaller model or lower GENERATION_NUM_CTX",
    ),
    Fault(
        statuses=frozenset({429, 503}),
        words=(),
        error=ModelBusy,
        message="the model server is busy",
        remedy="wait, or give the server more memory or parallel slots",
    ),
    Fault(
        statuses=frozenset({404}),
        words=("model",),
        error=ModelMissing,
        message="the model server does not have the model",
        remedy="run `ollama pull` for the name in GENERATION_MODEL",
    ),
    Fault(
        statuses=frozenset({404, 405}),
        words=(),
        error=ModelUnavailable,
        message="the address is not that of a model server of this kind",
        remedy="check OLLAMA_URL and CLAUSECARD_MODEL_API",
    ),
    Fault(
        statuses=frozenset({400}),
        words=("does not support chat", "does not support generate"),
        error=ModelMissing,
        message="the model cannot chat",
        remedy="set GENERATION_MODEL to a chat model",
    ),
    Fault(
        statuses=frozenset({400, 500}),
        words=("schema", "invalid format", "grammar"),
        error=ModelInvalidReply,
        message="the model server refused the reply schema",
        remedy="update the model server",
    ),
    Fault(
        statuses=frozenset({401, 403}),
        words=(),
        error=ModelUnavailable,
        message="the model server asks for credentials",
        remedy="clausecard sends none: use a server on this machine or behind your own proxy",
    ),
    Fault(
        statuses=frozenset(range(300, 400)),
        words=(),
        error=ModelUnavailable,
        message="the model server redirects, and redirects are not followed",
        remedy="set OLLAMA_URL to the final address",
    ),
)


def fault_of_status(status: int, text: str) -> ModelError:
    """Our error for a status (an error line inside a 200 counts as 500) and the server's text."""
    lowered = text.lower()
    for fault in FAULTS:
        if status in fault.statuses and (not fault.words or any(word in lowered for word in fault.words)):
            return fault.error(fault.message, remedy=fault.remedy)
    return ModelUnavailable(
        f"the model server failed (status {status})", remedy="see the log of the model server"
    )


def fault_of_transport(error: httpx.HTTPError) -> ModelError:
    """Our error for a connection that could not be made or did not last."""
    if isinstance(error, httpx.ConnectError | httpx.UnsupportedProtocol):
        return ModelUnavailable(
            "the model server cannot be reached", remedy="start it (`ollama serve`) and check OLLAMA_URL"
        )
    if isinstance(error, httpx.DecodingError):
        return ModelInvalidReply("the reply cannot be decoded")
    return ModelUnavailable(
        "the connection to the model server broke", remedy="see the log of the model server"
    )
