"""Collects a streamed reply and decides whether it is one. Knows no protocol."""

from dataclasses import dataclass, field
from time import monotonic

from ai.runtimes.faults import ReplyCut
from ai.runtimes.limits import MAX_CONTENT_CHARACTERS, fewest_tokens
from ai.runtimes.port import ChatReply, ChatRequest, ChatTimings, TokenLogprob
from server.domain.errors import ModelInvalidReply, ModelTooLong, ModelUnavailable

LEAST_SHARE = 0.5  # a prompt counted below this share of its fewest tokens was cut by the server


@dataclass(kw_only=True, slots=True)
class ReplyBuilder:
    """One reply while it comes in."""

    request: ChatRequest
    started: float = field(default_factory=monotonic)
    pieces: list[str] = field(default_factory=list)
    logprobs: list[TokenLogprob] = field(default_factory=list)
    characters: int = 0
    finish_reason: object = None
    done: bool = False
    prompt_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    load_ms: float = 0.0
    prompt_ms: float = 0.0
    output_ms: float = 0.0

    def add(self, text: object) -> None:
        """A piece of content; raises ModelInvalidReply when it is no text or too much."""
        if not isinstance(text, str):
            raise ModelInvalidReply("the reply's content is not text")
        self.characters += len(text)
        if self.characters > MAX_CONTENT_CHARACTERS:
            raise ModelInvalidReply("the reply is too large")
        self.pieces.append(text)

    def finish(self) -> ChatReply:
        """The reply, if it is finished, whole, and made from the whole prompt."""
        if not self.done:
            raise ModelUnavailable("the model server stopped in the middle of a reply")
        if self.finish_reason == "length" and not self.request.may_be_cut:
            raise ReplyCut("the reply was cut at its token limit", remedy="raise GENERATION_NUM_PREDICT")
        if self.finish_reason == "load":
            raise ModelUnavailable("the model server only loaded the model")
        if self.finish_reason not in ("stop", "length"):
            raise ModelInvalidReply("the reply did not end by itself")
        self._check_prompt()
        content = "".join(self.pieces)
        if not content.strip():
            raise ModelInvalidReply("the reply is empty", remedy="choose a model that does not only think")
        return ChatReply(
            content=content,
            finish_reason=self.finish_reason,
            prompt_tokens=self.prompt_tokens,
            output_tokens=self.output_tokens,
            cached_tokens=self.cached_tokens,
            timings=ChatTimings(
                load_ms=self.load_ms,
                prompt_ms=self.prompt_ms,
                output_ms=self.output_ms,
                total_ms=(monotonic() - self.started) * 1000,
            ),
            logprobs=tuple(self.logprobs),
        )

    def _check_prompt(self) -> None:
        """Second net under `truncate: false`: some servers cut a prompt without a word."""
        expected = fewest_tokens(tuple(message.content for message in self.request.messages))
        if self.prompt_tokens is not None and self.prompt_tokens < expected * LEAST_SHARE:
            raise ModelTooLong("the model server cut the prompt", remedy="raise GENERATION_NUM_CTX")


def check_prompt_fits(request: ChatRequest, context_tokens: int) -> None:
    """Raise ModelTooLong for a prompt that cannot fit, before any call."""
    if fewest_tokens(tuple(message.content for message in request.messages)) > context_tokens:
        raise ModelTooLong("the prompt does not fit the model's context", remedy="raise GENERATION_NUM_CTX")


def parse_logprobs(entries: object) -> list[TokenLogprob]:
    """Both protocols give [{token, logprob, top_logprobs: [{token, logprob}]}]."""
    if not isinstance(entries, list):
        raise ModelInvalidReply("the reply's logprobs are malformed")
    try:
        return [
            TokenLogprob(
                token=str(entry["token"]),
                logprob=float(entry["logprob"]),
                alternatives={
                    str(other["token"]): float(other["logprob"]) for other in entry.get("top_logprobs") or ()
                },
            )
            for entry in entries
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelInvalidReply("the reply's logprobs are malformed") from error
