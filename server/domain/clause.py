"""A clause: the addressable unit of a document, and the only evidence."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

Language = Literal["ko", "en", "ru"]


def content_hash(*, number: str, heading: str, body: str) -> str:
    """`sha256:<hex>` of all that a card is made from; a changed heading changes it too."""
    return "sha256:" + sha256(f"{number}\0{heading}\0{body}".encode()).hexdigest()


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """One clause as indexed.

    `body` is the clause's text without heading, bold marks, escapes and amendment notes;
    offsets everywhere (items, highlights) count characters of it, end exclusive.
    """

    clause_id: str  # unique in an edition: doc_id + "#" + number (+ "~2" for a second one)
    doc_id: str
    document: str  # the document's title
    collection: str  # first-level subfolder, "" at the top
    number: str  # as people cite it: 제12조의2, Article 5, § 3.15, Статья 12, or the heading itself
    heading: str  # without the number
    path: tuple[str, ...]  # the headings above it, outermost first
    body: str
    start_line: int  # 1-based, first line of the clause (its heading) in the source file
    end_line: int  # 1-based, inclusive
    content_hash: str
    language: Language
    ordinal: int  # place in its document, from 0
