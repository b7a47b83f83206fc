"""Does a name stand in the body to the letter, as words of its own?"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from server.domain.reasons import Gate
from server.gates.literal import Normalised, comparable, occurrences
from server.gates.verdict import Refused

_PARTICLE = (
    r"(?:으로|에게|에서|에는|부터|까지|마다|이나|이며|이고|이거나|이란|이라|입니다|이다|처럼|보다"
    r"|을|를|이|가|은|는|와|과|의|에|도|만|로|나|란|라|인|등|들|류|별|임|께|및)"
)
_WORD_END = re.compile(rf"(?:{_PARTICLE}{{0,3}}(?![가-힣])|(?:을|를|와|과|및|또는|각))")
_AFTER_PARTICLE = re.compile(r"(?:에는|에게는|에서는|께서는)$")


class Place(NamedTuple):
    """Offsets into the original body, end exclusive."""

    start: int
    end: int


def places(name: str, body: Normalised) -> list[Place] | Refused:
    """Where the name stands.

    A name must start at a word start and end at a word end or before a Korean particle; 등본 is
    no 초본 and 등록증 is not found inside 등록증명서.
    """
    wanted = comparable(name)
    anywhere = list(occurrences(wanted, body.text))
    if not anywhere:
        return Refused(Gate.GROUNDING, "not_literal")
    found = [Place(*body.span(start, start + len(wanted))) for start in _whole(wanted, anywhere, body.text)]
    return found or Refused(Gate.GROUNDING, "inside_a_word")


def body_only(name: str, *, headings: tuple[str, ...]) -> Refused | None:
    """Refuses a name that only a heading or a title holds: those are no evidence."""
    wanted = comparable(name)
    if any(wanted and wanted in comparable(heading) for heading in headings):
        return Refused(Gate.BODY_ONLY, "heading_only")
    return None


def _whole(wanted: str, starts: list[int], text: str) -> Iterator[int]:
    for start in starts:
        before, after = text[:start][-4:], text[start + len(wanted) :][:12]
        if _starts_word(before, wanted[0]) and _ends_word(wanted[-1], after):
            yield start


def _starts_word(before: str, first: str) -> bool:
    if not before or not (before[-1].isalnum() and first.isalnum()):
        return True
    return bool(_AFTER_PARTICLE.search(before))


def _ends_word(last: str, after: str) -> bool:
    if not after or not (after[0].isalnum() and last.isalnum()):
        return True
    if "가" <= after[0] <= "힣":
        return bool(_WORD_END.match(after))
    return "가" <= last <= "힣" and after[0].isdigit()
