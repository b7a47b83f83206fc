"""Clients of an Ollama server."""

from ai.runtimes.ollama.chat import OllamaModel
from ai.runtimes.ollama.embed import OllamaEmbeddings

__all__ = ["OllamaEmbeddings", "OllamaModel"]
