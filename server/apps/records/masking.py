"""Personal numbers out of texts before they are written anywhere.

What is masked, by shape: Korean resident and foreigner numbers (six digits of a date, seven digits;
the check digit says nothing since October 2020, so it is not looked at), payment cards, telephone
numbers, e-mail addresses; also with full-width digits, spaces, hyphens, dots or zero-width
characters between the digits. Rather a number too many is masked than one too few.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from server.apps.records.numbers import Digits, kind_of

EMAIL = "[email]"
FEWEST_DIGITS = 7  # of any number that is masked
_DIGIT = "[\\d" + "".join(one for one in map(chr, range(0x10000)) if one.isdigit()) + "]"
_MAYBE = re.compile(rf"{_DIGIT}(?:[\W_]{{0,3}}{_DIGIT}){{{FEWEST_DIGITS - 1}}}|[@＠﹫]")
"""Digits near one another, or an at sign: without them there is nothing to mask, in any width or script."""

_SEPARATOR = r"[\s\-‐-―−－._·/()（）\u00ad\u200b-\u200d\u2060\ufeff]"
_RUN = re.compile(rf"\+?[0-9](?:{_SEPARATOR}{{0,3}}[0-9]){{{FEWEST_DIGITS - 1},}}")
_ID = r"(?:[0-9a-f]{24,128}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
_OUR_OWN = re.compile(rf"(?<![0-9A-Za-z]){_ID}(?![0-9A-Za-z])")
"""Hashes, request and card ids: digits in a row there are nobody's number."""
_NOTHING_ELSE = re.compile(rf"(?:sha256:)?({_ID})")

_EMAIL = re.compile(r"[\w.%+'-]{1,64}\s?@\s?(?:[\w-]{1,63}\.)+[^\W\d_]{2,24}")


def mask(text: str) -> str:
    """The text with every personal number replaced by its kind in brackets."""
    if not _MAYBE.search(text):
        return text  # most texts of a record
    if (ours := _NOTHING_ELSE.fullmatch(text)) and not ours[1].isdecimal():
        return text  # and most of the others
    folded = text.translate(_FOLDED)
    emails = _EMAIL.finditer(folded) if "@" in folded else ()
    spans = [(match.start(), match.end(), EMAIL) for match in emails]
    ids = [match.span() for match in _OUR_OWN.finditer(folded) if not match[0].isdecimal()]
    for run in _RUN.finditer(folded):
        if not any(start <= run.start() < end for start, end in ids):
            spans.extend(_numbers(folded, run.start(), run.end()))
    masked, place = [], 0
    for start, end, kind in sorted(spans):
        if start >= place:
            masked += [text[place:start], kind]
            place = end
    return "".join([*masked, text[place:]])


def mask_values(value: object) -> object:
    """The same for every text in plain JSON values; keys are ours and stay."""
    if isinstance(value, str):
        return mask(value)
    if value is None or isinstance(value, int | float):
        return value  # most values of a record; asking whether it is a mapping costs more
    if isinstance(value, Mapping):
        return {key: mask_values(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [mask_values(item) for item in value]
    return value


def _numbers(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of the numbers of a run, from left to right; each begins and ends at a separator."""
    groups = [match.span() for match in re.compile(r"[0-9]+").finditer(text, start, end)]
    first = 0
    while first < len(groups):
        for last in range(len(groups), first, -1):
            number = Digits(
                groups=tuple(text[begin:stop] for begin, stop in groups[first:last]),
                plus=first == 0 and text[start] == "+",
            )
            kind = kind_of(number)
            if kind:
                yield groups[first][0] - number.plus, groups[last - 1][1], kind
                first = last
                break
        else:
            first += 1


class _SameLength(dict[int, str]):
    """For `str.translate`: digits and letters of any width and script as plain ones; offsets hold."""

    def __missing__(self, code: int) -> str:
        """Worked out at the first sight of a character."""
        self[code] = folded = _fold(chr(code))
        return folded


def _fold(char: str) -> str:
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    folded = unicodedata.normalize("NFKC", char)
    return folded if len(folded) == 1 else char


_FOLDED = _SameLength()
