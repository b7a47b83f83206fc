"""Clause and query to tokens: the index and the search must use the same one."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from server.domain.clause import Clause
from server.domain.edition import Analysis

FIELDS = (
    "title_words",
    "title_grams",
    "heading_words",
    "heading_grams",
    "body_words",
    "body_grams",
    "codes",
    "expansion_words",
    "expansion_grams",
)
"""The index's fields. Tokens hold no white space; the store joins them by a space."""


class Analyser(Protocol):
    """Never fails on text."""

    @property
    def version(self) -> str:
        """Changes whenever the same clause would get other tokens."""
        ...

    def analyse_many(self, clauses: Iterable[Clause]) -> Iterator[Analysis]:
        """Tokens and passages for each clause, in order."""
        ...
