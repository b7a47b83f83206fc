"""The routes of a fake model server, and how a real one checks a request before the model sees it."""

import hashlib
import json
import math
from typing import Any

OPTION_TYPES: dict[str, type | tuple[type, ...]] = {
    "num_predict": int, "num_ctx": int, "num_thread": int, "num_keep": int, "seed": int, "top_k": int,
    "temperature": (int, float), "top_p": (int, float), "stop": list,
}  # fmt: skip
DETAILS = {
    "format": "gguf",
    "family": "fake",
    "families": ["fake"],
    "parameter_size": "0B",
    "quantization_level": "none",
}
DIMENSION = 16


class RequestRefused(Exception):
    """The server's own refusal, with its status and text."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


def with_tag(name: str) -> str:
    """Names without a tag equal ":latest"."""
    return name if ":" in name else f"{name}:latest"


def parse_body(raw: bytes) -> dict[str, Any]:
    if not raw:
        raise RequestRefused(400, "missing request body")
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise RequestRefused(400, str(error)) from error
    if not body.get("model"):
        raise RequestRefused(400, "model is required")
    return body


def check_model(body: dict[str, Any], served: str | None) -> None:
    if served is None or with_tag(body["model"]) != with_tag(served):
        raise RequestRefused(404, f"model '{body['model']}' not found")


def check_chat(body: dict[str, Any], *, thinks: bool) -> None:
    """What Ollama refuses before anything is generated."""
    if body.get("think") and not thinks:
        raise RequestRefused(400, f'"{body["model"]}" does not support thinking')
    wanted = body.get("format")
    if wanted not in (None, "", "json") and not isinstance(wanted, dict):
        raise RequestRefused(
            500, f'invalid format: {json.dumps(wanted)}; expected "json" or a valid JSON Schema object'
        )
    if not 0 <= (body.get("top_logprobs") or 0) <= 20:
        raise RequestRefused(400, "top_logprobs must be between 0 and 20")
    for name, value in (body.get("options") or {}).items():
        kind = OPTION_TYPES.get(name)
        if kind and (isinstance(value, bool) or not isinstance(value, kind)):
            words = {int: "integer", list: "array"}.get(kind, "float32")  # type: ignore[call-overload]
            raise RequestRefused(500, f'option "{name}" must be of type {words}')


def unloads(body: dict[str, Any]) -> bool:
    return body.get("keep_alive") in (0, "0", "0s")


def loaded_reply(body: dict[str, Any], reason: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": ""}
    return {
        "model": body["model"],
        "created_at": "2026-01-01T00:00:00Z",
        "message": message,
        "done": True,
        "done_reason": reason,
    }


def model_entry(name: str) -> dict[str, Any]:
    digest = hashlib.sha256(name.encode()).hexdigest()
    return {"name": with_tag(name), "model": with_tag(name), "digest": digest, "size": 1, "details": DETAILS}


def show(*, context_tokens: int, thinks: bool) -> dict[str, Any]:
    info = {"general.architecture": "fake", "fake.context_length": context_tokens}
    capabilities = ["completion", *(["thinking"] if thinks else [])]
    return {"details": DETAILS, "model_info": info, "template": "", "capabilities": capabilities}


def embeddings(body: dict[str, Any]) -> dict[str, Any]:
    """Unit vectors that depend on the text alone; equal texts have equal vectors."""
    texts = body.get("input", [])
    vectors = [_vector(text) for text in ([texts] if isinstance(texts, str) else texts)]
    return {
        "model": body["model"],
        "embeddings": vectors,
        "total_duration": 1,
        "prompt_eval_count": len(vectors),
    }


def _vector(text: str) -> list[float]:
    raw = hashlib.sha256(text.encode()).digest()[:DIMENSION]
    values = [byte - 127.5 for byte in raw]
    size = math.hypot(*values)
    return [value / size for value in values]
