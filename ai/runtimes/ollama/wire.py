"""Ollama's /api/chat: what is sent, and how a line of the reply is read.

Two things are never trusted to the server's defaults: `think` is always false (a model that
thinks by default would spend its tokens and may lose the schema), and a prompt is never to be
shortened (`truncate`, `shift`).
"""

from collections.abc import Mapping

from ai.runtimes.faults import fault_of_status
from ai.runtimes.options import ModelOptions, as_duration
from ai.runtimes.port import ChatRequest
from ai.runtimes.reply import ReplyBuilder, parse_logprobs
from ai.runtimes.session import parse_object
from server.domain.errors import ModelInvalidReply

Payload = dict[str, object]


def load_options(options: ModelOptions) -> Payload:
    """Options that a loaded model has: another value makes the server load it anew."""
    threads: Payload = {"num_thread": options.num_thread} if options.num_thread else {}
    return {"num_ctx": options.num_ctx, **threads}


def preload_payload(model: str, options: ModelOptions) -> Payload:
    """A call without messages loads the model and generates nothing."""
    return {
        "model": model,
        "messages": [],
        "stream": False,
        "think": False,
        "truncate": False,
        "shift": False,
        "keep_alive": as_duration(options.keep_alive),
        "options": load_options(options),
    }


def chat_payload(model: str, options: ModelOptions, request: ChatRequest) -> Payload:
    """One call; streamed, so that hanging up frees the model's slot."""
    wanted = request.options
    temperature = options.temperature if wanted.temperature is None else wanted.temperature
    sampling: Payload = {
        "temperature": temperature,
        "seed": options.seed if wanted.seed is None else wanted.seed,
        "num_predict": options.num_predict if wanted.num_predict is None else wanted.num_predict,
    }
    payload = preload_payload(model, options) | {
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        "stream": True,
        "options": load_options(options) | sampling,
    }
    if request.schema is not None:
        payload["format"] = dict(request.schema)
    if request.top_logprobs:
        payload |= {"logprobs": True, "top_logprobs": request.top_logprobs}
    return payload


def read_line(line: bytes, reply: ReplyBuilder) -> None:
    """Add one line to the reply. `thinking` is not read.

    Raises the fault of an error line, and ModelInvalidReply for a line that is no chat chunk.
    """
    value = parse_object(line)
    if "error" in value:
        raise fault_of_status(500, str(value["error"]))
    message = value.get("message")
    if not isinstance(message, dict):
        raise ModelInvalidReply("the reply is no chat reply")
    reply.add(message.get("content", ""))
    if value.get("logprobs"):
        reply.logprobs += parse_logprobs(value["logprobs"])
    if value.get("done") is True:
        reply.done = True
        reply.finish_reason = value.get("done_reason")
        reply.prompt_tokens = _count(value, "prompt_eval_count")
        reply.output_tokens = _count(value, "eval_count")
        reply.load_ms = _milliseconds(value, "load_duration")
        reply.prompt_ms = _milliseconds(value, "prompt_eval_duration")
        reply.output_ms = _milliseconds(value, "eval_duration")


def _count(value: Mapping[str, object], name: str) -> int | None:
    """A counter; the server leaves out those that are zero."""
    count = value.get(name)
    return count if isinstance(count, int) else None


def _milliseconds(value: Mapping[str, object], name: str) -> float:
    """The server counts nanoseconds."""
    return (_count(value, name) or 0) / 1e6
