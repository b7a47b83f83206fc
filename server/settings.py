"""Settings: frozen, read once from an environ mapping; an unknown CLAUSECARD_* name is refused.

This module is known to `main` and `cli` only; every app gets the values it needs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Literal, cast, get_args

from server.domain.errors import SettingsError

EmbedderName = Literal["none", "e5", "ollama"]
RebuildPolicy = Literal["manual", "watch", "interval"]
PickerName = Literal["model", "rules"]
GenerationMode = Literal["on", "shadow"]
LedgerPolicy = Literal["required", "best_effort"]
ModelApi = Literal["ollama", "openai"]

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """All settings with their defaults. Units stand in the names."""

    documents: Path = Path("samples/documents")  # folder or .jsonl(.gz) file to index
    data: Path = Path(".clausecard")  # everything the server writes
    host: str = "127.0.0.1"  # loopback only until access keys exist
    port: int = 8080  # where it listens
    embedder: EmbedderName = "none"  # the dense leg
    rebuild: RebuildPolicy = "manual"  # when to rebuild by itself
    rebuild_seconds: float = 300.0  # for interval; the debounce of watch is 1 s
    deadline_ms: int = 1000  # from trigger to answer, unless the request says otherwise
    ask_deadline_ms: int = 60000  # the same for /ask
    item_picker: PickerName = "model"  # `rules` picks without a model
    model_api: ModelApi = "ollama"  # the protocol of OLLAMA_URL
    model_concurrency: int = 1  # calls to the model at a time
    model_queue: int = 4  # requests that may wait for a call
    breaker_failures: int = 5  # failures in a row that open the breaker
    breaker_seconds: float = 30.0  # until one probe is let through
    calibration: Path | None = None  # a file of `clausecard eval calibrate`
    ledger: LedgerPolicy = "best_effort"  # required: no record, no answer
    ledger_key_file: Path | None = None  # HMAC key; default: ledger.key in the data folder, made at first use
    ledger_retention_days: int = 0  # 0 keeps everything
    upload: bool = False  # let the page add files to the documents folder
    threads: int = 1  # threads of one embedding call
    log_level: Literal["debug", "info", "warning", "error"] = "info"  # the least that is logged
    # the model; generation is on only with both of the first two
    ollama_url: str | None = None  # the model server, such as http://127.0.0.1:11434
    generation_model: str | None = None  # the model's name on that server
    generation_mode: GenerationMode = "on"  # shadow: ask, check and record, but show the extract
    generation_percent: int = 100  # share of sessions that get items cards
    generation_temperature: float = 0.0  # of picking; 0 gives the same picks each time
    generation_seed: int = 1  # sent with every call
    generation_num_ctx: int = 4096  # context tokens; another number reloads the model
    generation_num_predict: int = 512  # most tokens of one reply
    generation_num_thread: int = 0  # 0 leaves it to the server
    generation_keep_alive: str = "30m"  # how long the server keeps the model loaded
    embedding_model: str | None = None  # for CLAUSECARD_EMBEDDER=ollama

    @property
    def generation_on(self) -> bool:
        """Both variables are set."""
        return bool(self.ollama_url and self.generation_model)


UNLIMITED = float("inf")
RANGES: Mapping[str, tuple[int, float]] = {
    "port": (0, 65_535),
    "rebuild_seconds": (1, UNLIMITED),
    "deadline_ms": (1, UNLIMITED),
    "ask_deadline_ms": (1, UNLIMITED),
    "model_concurrency": (1, UNLIMITED),
    "breaker_failures": (1, UNLIMITED),
    "threads": (1, UNLIMITED),
    "generation_percent": (0, 100),
    "generation_num_ctx": (1, UNLIMITED),
    "generation_num_predict": (1, UNLIMITED),
}
"""Least and most of those numbers that may not be just any from 0."""

_KINDS = {str: "text", int: "whole number", float: "number", bool: "on, off", Path: "path"}
_PLAIN = frozenset(
    name
    for name in Settings.__dataclass_fields__
    if name.startswith("generation_") or name in {"ollama_url", "embedding_model"}
)


def variable(name: str) -> str:
    """The environment variable of a field: CLAUSECARD_PORT, OLLAMA_URL, GENERATION_MODEL."""
    return name.upper() if name in _PLAIN else f"CLAUSECARD_{name.upper()}"


def takes(name: str) -> str:
    """What a field takes, in words: for an error and for the runbook."""
    annotation = Settings.__dataclass_fields__[name].type
    choices = get_args(annotation)
    if choices and Path not in choices and str not in choices:
        return ", ".join(choices)
    words = next(words for kind, words in _KINDS.items() if kind in (annotation, *choices))
    if name not in RANGES:
        return words
    least, most = RANGES[name]
    return f"{words} from {least}" if most == UNLIMITED else f"{words} from {least} to {most}"


def read_settings(environ: Mapping[str, str]) -> Settings:
    """Read and check. Raises SettingsError with the variable's name and what it takes."""
    known = {variable(name): name for name in Settings.__dataclass_fields__}
    unknown = sorted(name for name in environ if name.startswith("CLAUSECARD_") and name not in known)
    if unknown:
        raise SettingsError(
            f"unknown setting: {', '.join(unknown)}",
            remedy="see `clausecard settings` or runbook/settings.md for the names",
        )
    given = {name: environ[name] for name in known if environ.get(name, "").strip()}
    values = {known[name]: _parse(name, known[name], raw) for name, raw in given.items()}
    settings = Settings(**values)  # type: ignore[arg-type]  # _parse returns each field's own type
    if settings.host not in LOOPBACK:
        raise SettingsError(
            f"CLAUSECARD_HOST={settings.host}: only loopback is allowed while there are no access keys",
            remedy="use 127.0.0.1 and put a reverse proxy with its own access check in front",
        )
    return settings


def _parse(name: str, field: str, raw: str) -> object:
    try:
        return _convert(field, raw.strip())
    except ValueError as error:
        raise SettingsError(
            f"{name}={raw!r} cannot be used", remedy=f"{name} takes: {takes(field)}"
        ) from error


def _convert(field: str, raw: str) -> object:
    annotation = Settings.__dataclass_fields__[field].type
    choices = get_args(annotation)
    if annotation is Path or Path in choices:
        return Path(raw)
    if annotation is bool:
        return _convert_bool(raw)
    if annotation in (int, float):
        value = cast("type", annotation)(raw)
        least, most = RANGES.get(field, (0, UNLIMITED))
        if not (isfinite(value) and least <= value <= most):
            raise ValueError(raw)
        return value
    if choices and str not in choices and raw not in choices:
        raise ValueError(raw)
    return raw


def _convert_bool(raw: str) -> bool:
    if raw.lower() in {"1", "true", "on", "yes"}:
        return True
    if raw.lower() in {"0", "false", "off", "no"}:
        return False
    raise ValueError(raw)
