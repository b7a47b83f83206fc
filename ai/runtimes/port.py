"""What the apps under `ai.apps` know of a language model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatMessage:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatOptions:
    """What one call may change; None keeps the client's own setting.

    Options that make a server load its model anew (context size, threads) are no part of a
    call: they belong to the client and are the same in every request.
    """

    temperature: float | None = None
    seed: int | None = None
    num_predict: int | None = None  # most tokens of the reply


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatRequest:
    """One call. `schema` is a JSON Schema that the reply must obey; the server may ignore it."""

    messages: tuple[ChatMessage, ...]
    deadline_seconds: float  # for the whole call, from connecting to the last byte
    schema: Mapping[str, object] | None = None
    options: ChatOptions = ChatOptions()
    top_logprobs: int = 0  # 0..20 alternatives for each token of the reply; 0 asks for none
    may_be_cut: bool = False  # take a reply that reached its token limit: a question of one token


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenLogprob:
    """One token of the reply with the alternatives the model weighed."""

    token: str
    logprob: float
    alternatives: Mapping[str, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatTimings:
    """Milliseconds, as the server counts them; 0.0 where it tells nothing."""

    load_ms: float = 0.0
    prompt_ms: float = 0.0
    output_ms: float = 0.0
    total_ms: float = 0.0  # as the client sees it: from the call to the last byte


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatReply:
    """A finished reply. `content` is unchecked text: parse it, validate it, gate it."""

    content: str
    finish_reason: Literal["stop", "length"]  # length only where the request says it may be cut
    prompt_tokens: int | None  # None where the server does not count
    output_tokens: int | None
    cached_tokens: int | None  # tokens of the prompt that the server had in its cache
    timings: ChatTimings
    logprobs: tuple[TokenLogprob, ...] = ()


class LanguageModel(Protocol):
    """A model behind a server. Its properties are cheap and never wait."""

    @property
    def model_id(self) -> str:
        """The model's name at its server."""
        ...

    @property
    def digest(self) -> str:
        """The digest of the model's weights, "" while (or where) the server has told none."""
        ...

    @property
    def context_tokens(self) -> int:
        """How many tokens prompt and reply may have together."""
        ...

    @property
    def options(self) -> str:
        """The options that change a reply, as canonical JSON; part of a cache key."""
        ...

    async def chat(self, request: ChatRequest) -> ChatReply:
        """One call, never retried.

        Raises ModelTimeout, ModelBusy, ModelUnavailable, ModelMissing, ModelInvalidReply or
        ModelTooLong. Cancelling the task closes the upstream connection.
        """
        ...


class ServedModel(LanguageModel, Protocol):
    """The same with its life at the server; for the composition root and the doctor."""

    async def preload(self, *, deadline_seconds: float) -> None:
        """Have the server load the model and learn its digest. Raises as `chat` does."""
        ...

    async def describe_server(self, *, deadline_seconds: float) -> str:
        """Kind and version of the server, for people. Raises as `chat` does."""
        ...

    async def loaded_context(self, *, deadline_seconds: float) -> int | None:
        """The context tokens the model is loaded with now; None when it is not, 0 when not told."""
        ...

    async def close(self) -> None:
        """Close what is open, background loading included."""
        ...
