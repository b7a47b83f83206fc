"""A name in the question whose neighbour is in the evidence: 승민소프트 where only 단군소프트 is indexed.

Retrieval finds the neighbour, a model would answer about it, and every word of the answer would be
literal. So the name is looked up before anybody is asked. A word without a neighbour passes: people
mention places and things that no clause needs to hold.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

from server.gates.words import Lexicon, Tokenise, Word

_MIN_NAME = 3  # shorter words are too often parts of others
_MIN_LATIN_RATIO = 0.6  # Greenfield and Greenville: 0.7


def near_names(
    question: str, evidence: Sequence[str], tokenise: Tokenise, lexicon: Lexicon
) -> tuple[str, ...]:
    """Names of the question, as written there, that the evidence does not hold but a neighbour of."""
    known = {word.form: word for text in evidence for word in tokenise(text)}
    squeezed = ["".join(text.lower().split()) for text in evidence]
    found: list[str] = []
    for word in tokenise(question):
        written = question[word.start : word.end]
        if _ordinary(word, lexicon) or any(
            "".join(form.lower().split()) in text for text in squeezed for form in (word.form, written)
        ):
            continue
        if any(_neighbours(word, other, lexicon) for other in known.values()):
            found.append(written)
    return tuple(dict.fromkeys(found))


def _ordinary(word: Word, lexicon: Lexicon) -> bool:
    if word.predicate or len(word.form) < _MIN_NAME:
        return True
    return not word.name and (word.form in lexicon.plain or lexicon.plain.issuperset(word.parts))


def _neighbours(asked: Word, known: Word, lexicon: Lexicon) -> bool:
    one, other = asked.form, known.form
    if one == other or known.predicate or _within(one, other) or _within(other, one):
        return False
    if lexicon.language != "ko":
        alike = SequenceMatcher(None, one, other).ratio() >= _MIN_LATIN_RATIO
        return asked.name and known.name and alike
    if asked.name:
        return len(other) >= _MIN_NAME and one[-2:] == other[-2:]
    return len(one) == len(other) > _MIN_NAME and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _within(short: str, long: str) -> bool:
    """Whether one is an abbreviation of the other: 주민번호 and 주민등록번호."""
    letters = iter(long)
    return all(letter in letters for letter in short)
