"""Texts for the dense leg: each names its document and heading, then holds a piece of the body."""

import re

from server.domain.clause import Clause

PIECE_CHARACTERS = 170  # of body in one passage, about
MOST_PASSAGES = 6  # of one clause
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")


def passages(clause: Clause) -> tuple[str, ...]:
    """Up to MOST_PASSAGES passages; a clause without body has one of its heading alone."""
    head = f"{clause.document} {clause.heading or clause.number}"
    pieces = pack(clause.body, size=PIECE_CHARACTERS)[:MOST_PASSAGES]
    return tuple(f"{head} {piece}" for piece in pieces) or (head,)


def pack(text: str, *, size: int) -> list[str]:
    """Whole sentences and lines in pieces of about `size` characters; a longer one is cut at a space."""
    packed: list[str] = []
    for sentence in _sentences(text, size):
        if packed and len(packed[-1]) + len(sentence) < size:
            packed[-1] = f"{packed[-1]} {sentence}"
        else:
            packed.append(sentence)
    return packed


def _sentences(text: str, size: int) -> list[str]:
    found: list[str] = []
    for sentence in SENTENCE_END.split(text):
        rest = sentence.strip()
        while len(rest) > size * 1.5:
            space = rest.rfind(" ", size * 3 // 5, size)
            cut = space if space > 0 else size
            found.append(rest[:cut])
            rest = rest[cut:].strip()
        if rest:
            found.append(rest)
    return found
