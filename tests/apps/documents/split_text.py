"""A text as its clauses, for the tests of this folder."""

from server.apps.documents.loaders.registry import load
from server.apps.documents.splitter import Split, split


def split_text(text: str | bytes, ending: str = ".md") -> Split:
    data = text if isinstance(text, bytes) else text.encode()
    return split(load(ending, data), doc_id="doc", collection="", fallback_title="doc")


def outline(text: str) -> list[tuple[str, str, str]]:
    """(number, heading, body) of each clause."""
    return [(clause.number, clause.heading, clause.body) for clause in split_text(text).clauses]


def places(text: str) -> list[tuple[str, int, int]]:
    """(number, first line, last line) of each clause."""
    return [(clause.number, clause.start_line, clause.end_line) for clause in split_text(text).clauses]
