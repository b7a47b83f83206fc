"""Between Ollama's /api/chat and the /v1/chat/completions of llama.cpp's server.

Mirrors how an Ollama server of August 2026 reads a request and writes a reply. Not modelled:
dropping old messages, loading anew for other options, the scheduler's 503, the abort after
repeated tokens, and models with a renderer of their own.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

DEFAULTS: Json = {
    "num_predict": -1,
    "num_keep": 4,
    "temperature": 0.8,
    "top_k": 40,
    "top_p": 0.9,
    "min_p": 0.0,
    "typical_p": 1.0,
    "repeat_last_n": 64,
    "repeat_penalty": 1.0,
    "presence_penalty": 0.0,
    "frequency_penalty": 0.0,
    "seed": -1,
    "stop": [],
}
WHOLE = frozenset({"num_predict", "num_keep", "top_k", "repeat_last_n", "seed", "num_ctx", "num_thread"})
RENAMED = {"num_predict": "n_predict", "num_keep": "n_keep"}
DEFAULT_CONTEXT = 4096
MAX_ALTERNATIVES = 20


class Refused(Exception):
    """An error as Ollama would send it."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


def now() -> str:
    """The time as Go writes it."""
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


def runner_request(body: Mapping[str, Any]) -> Json:
    """The runner's request for a chat. Raises Refused for what Ollama refuses."""
    given = {name: value for name, value in (body.get("options") or {}).items() if value is not None}
    options = DEFAULTS | {name: _option(name, value) for name, value in given.items() if name in DEFAULTS}
    context = int(_option("num_ctx", given.get("num_ctx", DEFAULT_CONTEXT)))
    if not 0 <= options["num_predict"] <= 10 * context:
        options["num_predict"] = 10 * context
    request: Json = {
        "messages": [_message(message) for message in body["messages"]],
        "stream": True,
        "cache_prompt": True,
        **{RENAMED.get(name, name): value for name, value in options.items()},
        **_thinking(body),
        **_format(body.get("format")),
        **_logprobs(body),
    }
    return request


def _message(message: Mapping[str, Any]) -> Json:
    return {name: message[name] for name in ("role", "content") if name in message}


def _option(name: str, value: object) -> Any:  # noqa: ANN401  the options have three types
    if name in WHOLE:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Refused(500, f'option "{name}" must be of type integer')
        return int(value)
    if name == "stop" and not isinstance(value, list):
        raise Refused(500, 'option "stop" must be of type array')
    return value


def _thinking(body: Mapping[str, Any]) -> Json:
    """The packaged models cannot think: true is refused, false and nothing are fine."""
    think = body.get("think")
    if think:
        raise Refused(400, f'"{body["model"]}" does not support thinking')
    return {} if think is None else {"chat_template_kwargs": {"enable_thinking": False}}


def _format(wanted: object) -> Json:
    if wanted in (None, ""):
        return {}
    if wanted == "json":
        return {"response_format": {"type": "json_object"}}
    if not isinstance(wanted, dict):
        text = json.dumps(wanted)
        raise Refused(500, f'invalid format: {text}; expected "json" or a valid JSON Schema object')
    schema = json.loads(json.dumps(wanted, sort_keys=True))  # Go re-marshals a map: its keys come out sorted
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "schema", "schema": schema}}}


def _logprobs(body: Mapping[str, Any]) -> Json:
    alternatives = body.get("top_logprobs") or 0
    if not 0 <= alternatives <= MAX_ALTERNATIVES:
        raise Refused(400, "top_logprobs must be between 0 and 20")
    return {"logprobs": True, "top_logprobs": max(alternatives, 1)} if body.get("logprobs") else {}


def chat_line(model: str, event: Mapping[str, Any], total_ns: int) -> Json | None:
    """Ollama's line for one event of the runner; None for an event that Ollama would not show."""
    if event.get("error"):
        raise Refused(500, f"llama-server chat error: {event['error']}")
    if not event.get("choices"):
        return None
    choice = event["choices"][0]
    content = (choice.get("delta") or {}).get("content") or ""
    line: Json = {"model": model, "created_at": now(), "message": {"role": "assistant", "content": content}}
    weighed = [_weighed(entry) for entry in (choice.get("logprobs") or {}).get("content") or []]
    line |= {"logprobs": weighed} if weighed else {}
    reason = choice.get("finish_reason")
    if reason:
        return (
            line
            | {"done": True, "done_reason": "length" if reason == "length" else "stop"}
            | _metrics(event, total_ns)
        )
    return line | {"done": False} if content or weighed else None


def _weighed(entry: Mapping[str, Any]) -> Json:
    return {name: entry[name] for name in ("token", "logprob", "top_logprobs") if name in entry}


def _metrics(event: Mapping[str, Any], total_ns: int) -> Json:
    """Nanoseconds and counts; zeros are left out as Go leaves them out."""
    timings = event.get("timings") or {}
    values = {
        "total_duration": total_ns,
        "load_duration": 1_000_000,
        "prompt_eval_count": timings.get("cache_n", 0) + timings.get("prompt_n", 0),
        "prompt_eval_duration": int(timings.get("prompt_ms", 0) * 1e6),
        "eval_count": timings.get("predicted_n", 0),
        "eval_duration": int(timings.get("predicted_ms", 0) * 1e6),
    }
    return {name: value for name, value in values.items() if value}


def whole_reply(lines: list[Json]) -> Json:
    """One object for a caller that does not stream."""
    content = "".join(line["message"]["content"] for line in lines)
    weighed = [entry for line in lines for entry in line.get("logprobs", ())]
    return (
        lines[-1]
        | {"message": {"role": "assistant", "content": content}}
        | ({"logprobs": weighed} if weighed else {})
    )
