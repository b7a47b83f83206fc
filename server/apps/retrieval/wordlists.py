"""The packaged word lists."""

from functools import cache
from importlib.resources import files


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of `data/<name>`, separated by white space; a line that starts with # is a comment."""
    return frozenset(word for line in content_lines(packaged_text(name)) for word in line.split())


def content_lines(text: str) -> list[str]:
    """Lines that are neither empty nor comments."""
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def packaged_text(name: str) -> str:
    """`data/<name>` as text."""
    return (files("server.apps.retrieval") / "data" / name).read_text(encoding="utf-8")
