"""How many tokens a text takes at most, without the model's tokeniser.

Upper figures for byte-pair tokenisers of current small models: a Hangul syllable takes about one
token, a digit one, Cyrillic letters about half of one, Latin letters about a quarter; rounded up.
"""

import re

_CLASSES = ((re.compile(r"[가-힣一-鿿]"), 1.1), (re.compile(r"[0-9]"), 1.0), (re.compile(r"[А-Яа-яЁё]"), 0.6))
_LATIN, _OTHER = re.compile(r"[A-Za-z ]"), 1.0


def estimate_tokens(text: str) -> int:
    """An estimate from above, in tokens."""
    counted = [(len(pattern.findall(text)), weight) for pattern, weight in _CLASSES]
    latin = len(_LATIN.findall(text))
    others = len(text) - latin - sum(count for count, _ in counted)
    return int(sum(count * weight for count, weight in counted) + latin * 0.4 + others * _OTHER) + 1
