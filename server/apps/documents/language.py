"""The language of a text by its script; three languages, three scripts."""

import re

from server.domain.clause import Language

_HANGUL = re.compile(r"[가-힣]")
_CYRILLIC = re.compile(r"[А-Яа-яЁё]")
_LATIN = re.compile(r"[A-Za-z]")

LETTERS_PER_SYLLABLE = 3  # a Hangul syllable says about as much as three letters
SAMPLE_CHARACTERS = 20_000


def language_of(text: str) -> Language:
    """The language that most of the letters speak for; `en` when there are none."""
    sample = text[:SAMPLE_CHARACTERS]
    weights: dict[Language, int] = {
        "ko": LETTERS_PER_SYLLABLE * len(_HANGUL.findall(sample)),
        "ru": len(_CYRILLIC.findall(sample)),
        "en": len(_LATIN.findall(sample)),
    }
    best = max(weights, key=lambda language: weights[language])
    return best if weights[best] else "en"
