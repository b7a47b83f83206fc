"""Everyday words and what official texts say instead."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from server.apps.documents.decoding import decode
from server.apps.documents.unreadable import Unreadable
from server.apps.retrieval.text import flatten, nfc
from server.apps.retrieval.wordlists import content_lines, packaged_text
from server.domain.errors import InvalidInput

PACKAGED = ("everyday.ko.txt", "everyday.en.txt", "everyday.ru.txt")
FILE_NAME = "_synonyms.tsv"
SHORTEST_INSIDE = 3  # characters; a shorter word must stand at the start of a word of the query


@dataclass(frozen=True, kw_only=True, slots=True)
class Synonym:
    """One everyday word or phrase and its official words; `collection` None holds everywhere."""

    everyday: str
    official: tuple[str, ...]
    collection: str | None = None

    @property
    def is_word(self) -> bool:
        """A single word that is no verb is found literally, not by its morphemes."""
        return " " not in self.everyday and not self.everyday.endswith("다")


def read_synonyms(text: str, *, collection: str | None = None) -> tuple[Synonym, ...]:
    """Entries of a table: everyday words, a tab, official words; both sides separated by commas.

    A line without a tab, or with an empty side, is left out: a typing slip never stops the server.
    """
    return tuple(
        Synonym(everyday=everyday, official=official, collection=collection)
        for line in content_lines(nfc(text))
        if (official := _split(line.partition("\t")[2]))
        for everyday in _split(line.partition("\t")[0])
    )


def packaged_synonyms() -> tuple[Synonym, ...]:
    """Our own tables: a large Korean one for administrative law, small English and Russian ones."""
    return tuple(one for name in PACKAGED for one in read_synonyms(packaged_text(name)))


def folder_synonyms(documents: Path) -> tuple[Synonym, ...]:
    """Those of `_synonyms.tsv` in the documents folder and in each of its collections; none without files.

    In any encoding that documents may have. Raises InvalidInput when one cannot be read: a table that is
    silently left out would look like a search that does not understand its customers.
    """
    found: list[Synonym] = []
    for path in [documents / FILE_NAME, *sorted(documents.glob(f"*/{FILE_NAME}"))]:
        if path.is_file():
            collection = None if path.parent == documents else path.parent.name
            found += read_synonyms(_text(path), collection=collection)
    return tuple(found)


def _text(path: Path) -> str:
    try:
        return decode(path.read_bytes())
    except OSError as error:
        why = error.strerror or "unreachable"
    except Unreadable as error:
        why = str(error)
    raise InvalidInput(
        f"the synonyms in {path} cannot be read: {why}",
        remedy="check its permissions and save it as text in UTF-8, or remove it",
    )


def literal_spans(query: str, *, longest: int) -> set[str]:
    """What an everyday word may equal.

    The beginnings of the query's words, and any longer stretch of the query without its spaces.
    """
    words = query.lower().split()
    starts = {word[:end] for word in words for end in range(2, min(len(word), longest) + 1)}
    flat = flatten(query)
    inside = {
        flat[start:end]
        for start in range(len(flat))
        for end in range(start + SHORTEST_INSIDE, min(len(flat), start + longest) + 1)
    }
    return starts | inside


def in_order(phrase: Sequence[str], words: Sequence[str], *, gap: int = 2) -> bool:
    """Do the phrase's words stand in this order, with at most `gap` others between two of them?"""
    starts = (place for place, word in enumerate(words) if phrase and word == phrase[0])
    return any(_continues(phrase[1:], words, start, gap) for start in starts)


def _continues(rest: Sequence[str], words: Sequence[str], place: int, gap: int) -> bool:
    for wanted in rest:
        window = range(place + 1, min(place + 2 + gap, len(words)))
        following = next((index for index in window if words[index] == wanted), None)
        if following is None:
            return False
        place = following
    return True


def _split(side: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in side.split(",") if part.strip())
