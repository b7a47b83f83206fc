"""A small real model on this machine, behind a server that speaks Ollama's API."""
