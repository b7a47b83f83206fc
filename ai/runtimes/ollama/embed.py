"""Vectors from an Ollama server, for callers that are not asynchronous."""

import math
from collections.abc import Sequence
from time import monotonic

import httpx

from ai.runtimes.faults import fault_of_status, fault_of_transport
from ai.runtimes.limits import MAX_ERROR_BYTES
from ai.runtimes.ollama.models import with_tag
from ai.runtimes.options import as_duration
from ai.runtimes.session import HEADERS, NO_REUSE, parse_object
from ai.runtimes.url import check_url
from server.domain.errors import EmbedderUnavailable, ModelError

MAX_VECTOR_BYTES = 64 * 1024 * 1024  # 512 texts of 4,096 dimensions, written out
REMEDY = "start the server, pull the model in EMBEDDING_MODEL, or set CLAUSECARD_EMBEDDER=none"


class OllamaEmbeddings:
    """`/api/embed` and the model's digest. Thread-safe; raises EmbedderUnavailable for every failure."""

    def __init__(self, *, url: str, model: str, keep_alive: str = "30m") -> None:
        self._model = model
        self._keep_alive = as_duration(keep_alive)
        self._client = httpx.Client(
            base_url=check_url(url),
            headers=HEADERS,
            limits=NO_REUSE,
            follow_redirects=False,
            trust_env=False,
        )

    @property
    def model_id(self) -> str:
        """The model's name at its server."""
        return self._model

    def digest(self, *, deadline_seconds: float = 5.0) -> str:
        """The digest of the model's weights; asks the server each time."""
        listed = self._ask("GET", "/api/tags", None, deadline_seconds).get("models")
        for entry in listed if isinstance(listed, list) else []:
            if isinstance(entry, dict) and with_tag(self._model) in (entry.get("name"), entry.get("model")):
                return str(entry.get("digest", ""))
        raise EmbedderUnavailable(f"the model server does not have {self._model}", remedy=REMEDY)

    def embed(self, texts: Sequence[str], *, deadline_seconds: float = 30.0) -> list[list[float]]:
        """One vector for each text, all of one length; no text, no call."""
        if not texts:
            return []
        body = {"model": self._model, "input": list(texts), "keep_alive": self._keep_alive}
        vectors = self._ask("POST", "/api/embed", body, deadline_seconds).get("embeddings")
        if not isinstance(vectors, list) or len(vectors) != len(texts) or not _well_formed(vectors):
            raise EmbedderUnavailable("the model server's vectors are malformed", remedy=REMEDY)
        return vectors

    def close(self) -> None:
        """Close what is open."""
        self._client.close()

    def _ask(self, method: str, path: str, body: object, deadline_seconds: float) -> dict[str, object]:
        try:
            return self._exchange(method, path, body, deadline_seconds)
        except httpx.TimeoutException as error:
            raise EmbedderUnavailable("the model server gave no vectors in time", remedy=REMEDY) from error
        except httpx.HTTPError as error:
            raise EmbedderUnavailable(str(fault_of_transport(error)), remedy=REMEDY) from error
        except ModelError as error:
            raise EmbedderUnavailable(str(error), remedy=error.remedy or REMEDY) from error

    def _exchange(self, method: str, path: str, body: object, deadline_seconds: float) -> dict[str, object]:
        """One request. The time left is checked at every piece, a slow drip included."""
        due = monotonic() + deadline_seconds
        with self._client.stream(method, path, json=body, timeout=deadline_seconds) as response:
            raw = b""
            for data in response.iter_raw():
                raw += data
                if monotonic() > due or len(raw) > MAX_VECTOR_BYTES:
                    raise httpx.ReadTimeout("too slow or too large")
        if response.status_code != httpx.codes.OK:
            text = raw[:MAX_ERROR_BYTES].decode("utf-8", "replace")
            raise fault_of_status(response.status_code, text)
        return parse_object(raw)


def _well_formed(vectors: list[object]) -> bool:
    """Every vector has the same length, at least 1, and finite numbers."""
    lengths = {len(vector) for vector in vectors if isinstance(vector, list)}
    return (
        all(isinstance(vector, list) and vector and all(map(_finite, vector)) for vector in vectors)
        and len(lengths) == 1
    )


def _finite(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)
