"""From what the caller sent to a checked query."""

import re
from collections.abc import Iterable
from unicodedata import category

from server.apps.retrieval.text import HANGUL, nfc
from server.apps.retrieval.tokens import CYRILLIC, LATIN
from server.domain.clause import Language
from server.domain.errors import InvalidInput
from server.domain.query import MAX_CARDS, MAX_QUERY_CHARACTERS, Query, Scope

SPACES = re.compile(r"\s+")
UNPRINTABLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def parse_query(
    text: str, *, collection: str | None = None, documents: Iterable[str] | None = None, k: int = 5
) -> Query:
    """NFC, one kind of space, no control or invisible characters. Raises InvalidInput with what to do.

    An empty query is no error: nothing is found for it, with its own reason.
    """
    if len(text) > MAX_QUERY_CHARACTERS:
        raise InvalidInput(
            f"the query has {len(text)} characters",
            remedy=f"send at most {MAX_QUERY_CHARACTERS} characters",
        )
    if not 1 <= k <= MAX_CARDS:
        raise InvalidInput(f"k is {k}", remedy=f"ask for 1 to {MAX_CARDS} cards")
    spaced = SPACES.sub(" ", text)
    printable = "".join(character for character in spaced if category(character) not in UNPRINTABLE)
    checked = nfc(printable).strip()
    return Query(
        text=checked,
        language=language_of(checked),
        scope=Scope(
            collection=collection or None,
            documents=frozenset(documents) if documents is not None else None,
        ),
        k=k,
    )


def language_of(text: str) -> Language:
    """By the script with the most letters; Korean when there is none and on a tie."""
    counts: dict[Language, int] = {
        "ko": len(HANGUL.findall(text)),
        "ru": sum(map(len, CYRILLIC.findall(text))),
        "en": sum(map(len, LATIN.findall(text))),
    }
    return max(counts, key=lambda language: counts[language])
