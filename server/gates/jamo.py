"""Hangul letters written apart (ㅇㅏㄴ, half-width or conjoining) composed to syllables.

Composition arithmetic: The Unicode Standard, section 3.12.
"""

import unicodedata
from collections.abc import Iterator, Sequence

_LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_BASE = 0xAC00


def compose(characters: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Characters with their letters composed; each with the range of inputs it came from.

    A consonant ends a syllable only when no vowel follows it.
    """
    letters = [_letter(one) for one in characters]
    position = 0
    while position < len(letters):
        syllable, used = _syllable(letters, position)
        yield syllable, position, position + used
        position += used


def _letter(character: str) -> str:
    """The compatibility letter of any jamo form; other characters as they are."""
    code = ord(character)
    if 0x1100 <= code <= 0x1112:
        return _LEADS[code - 0x1100]
    if 0x1161 <= code <= 0x1175:
        return _VOWELS[code - 0x1161]
    if 0x11A8 <= code <= 0x11C2:
        return _FINALS[code - 0x11A7]
    if 0xFFA1 <= code <= 0xFFDC:
        return _letter(unicodedata.normalize("NFKC", character))
    return character


def _syllable(letters: Sequence[str], at: int) -> tuple[str, int]:
    first = letters[at]
    vowel = letters[at + 1] if at + 1 < len(letters) else ""
    if first in _LEADS and vowel and vowel in _VOWELS:
        open_syllable = chr(_BASE + (_LEADS.index(first) * 21 + _VOWELS.index(vowel)) * 28)
        used = 2
    elif _is_open(first):
        open_syllable, used = first, 1
    else:
        return first, 1
    final = letters[at + used] if at + used < len(letters) else ""
    after = letters[at + used + 1] if at + used + 1 < len(letters) else ""
    if final and final in _FINALS[1:] and not (after and after in _VOWELS):
        return chr(ord(open_syllable) + _FINALS.index(final)), used + 1
    return open_syllable, used


def _is_open(character: str) -> bool:
    return "가" <= character <= "힣" and (ord(character) - _BASE) % 28 == 0
