"""The one place that knows which protocol has which client."""

from typing import Literal

from ai.runtimes.ollama import OllamaModel
from ai.runtimes.openai_compatible import OpenAICompatibleModel
from ai.runtimes.options import ModelOptions
from ai.runtimes.port import ServedModel


def open_model(
    *, api: Literal["ollama", "openai"], url: str, model: str, options: ModelOptions
) -> ServedModel:
    """A client; opens no connection. Raises SettingsError for an address that cannot be used."""
    client = OllamaModel if api == "ollama" else OpenAICompatibleModel
    return client(url=url, model=model, options=options)
