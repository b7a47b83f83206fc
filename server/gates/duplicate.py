"""The same paper twice: one name again, one inside the other at its place, or a spelling variant."""

from collections.abc import Iterable

from rapidfuzz.distance import Levenshtein

from server.domain.pick import Candidate
from server.domain.reasons import Gate
from server.gates.literal import comparable
from server.gates.verdict import Refused

_IGNORED = frozenset(" ·-/,'’\"()[]")


def duplicate(one: Candidate, kept: Iterable[Candidate]) -> Refused | None:
    """Refuses a name that a kept one already shows."""
    for other in kept:
        if comparable(one.name) == comparable(other.name):
            return Refused(Gate.DUPLICATE, "same_name")
        if one.start < other.end and other.start < one.end:
            return Refused(Gate.DUPLICATE, "same_place")
        if variant(one.name, other.name):
            return Refused(Gate.DUPLICATE, "spelling_variant")
    return None


def variant(one: str, other: str) -> bool:
    """Do the names differ in spaces and punctuation only? 등본 and 초본 differ in a syllable: no."""
    first, second = comparable(one).casefold(), comparable(other).casefold()
    edits = Levenshtein.editops(first, second)
    touched = [first[e.src_pos] for e in edits if e.tag != "insert"]
    touched += [second[e.dest_pos] for e in edits if e.tag != "delete"]
    return all(character in _IGNORED for character in touched)
