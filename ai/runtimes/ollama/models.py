"""What an Ollama server says about itself and its models."""

from ai.runtimes.session import Session
from server.domain.errors import ModelMissing

GONE = "run `ollama pull {model}`"


def with_tag(name: str) -> str:
    """A name without a tag means ":latest"."""
    return name if ":" in name.rsplit("/", 1)[-1] else f"{name}:latest"


async def server_version(session: Session) -> str:
    """`GET /api/version`, "" when the server does not say."""
    return str((await session.ask("GET", "/api/version")).get("version", ""))


async def model_digest(session: Session, model: str) -> str:
    """The digest of an installed model. Raises ModelMissing when it is not installed."""
    entry = await _find(session, "/api/tags", model)
    if entry is None:
        raise ModelMissing(f"the model server does not have {model}", remedy=GONE.format(model=model))
    return str(entry.get("digest", ""))


async def loaded_context(session: Session, model: str) -> int | None:
    """The context tokens the model is loaded with; None when it is not loaded, 0 when not told."""
    entry = await _find(session, "/api/ps", model)
    if entry is None:
        return None
    context = entry.get("context_length")
    return context if isinstance(context, int) else 0


async def _find(session: Session, path: str, model: str) -> dict[str, object] | None:
    entries = (await session.ask("GET", path)).get("models")
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict) and with_tag(model) in (entry.get("name"), entry.get("model")):
            return entry
    return None
