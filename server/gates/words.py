"""Words of a text as the support rules see them, and the word lists of one language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Word:
    """One content word. `parts` are its morphemes; `form` is what two spellings have in common."""

    form: str
    parts: tuple[str, ...]
    start: int
    end: int  # exclusive
    predicate: bool = False  # a verb or adjective: may be said in other words
    subject: bool = False  # marked as who or what the statement is about
    name: bool = False  # written as a name: must be literal even if the word is a plain one


Tokenise = Callable[[str], tuple[Word, ...]]
"""Content words of a text in order; never fails on text."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lexicon:
    """What the rules know of one language. Data, versioned with the files it comes from."""

    language: str
    plain: frozenset[str]  # forms that a writer may use although the clause does not
    light: frozenset[str]  # the plain forms that bind nothing: function words, must, apply, document
    units: Mapping[str, str]  # spelling -> "kind/unit"
    numbers: Mapping[str, int]  # number words
    months: Mapping[str, int]
    bounds_before: Mapping[str, str]  # phrase before a number -> bound
    bounds_after: Mapping[str, str]  # phrase behind its unit -> bound
    negators: str  # regular expression over lower-case text
    joiners: str  # regular expression: where one statement ends and the next begins
    masks: str  # regular expression: phrases that hold a negator and negate nothing (not later than)
    leads_without_subject: str  # regular expression: openings of a statement that has no subject of its own
    lists: str  # regular expression: a statement that a list follows
    must: str  # regular expression: an obligation
    may: str  # regular expression: a permission
    opposites: tuple[tuple[str, str], ...]  # regular expressions whose exchange turns the sense
    leaning: str  # regular expression: a sentence that cannot stand without the one before
    limiting: str  # regular expression: a sentence that limits the one before
