"""Facts of a text: what must be literal. Numbers with unit and bound, dates, times, codes, quoted names.

Values are compared after NFKC, without thousands separators and white space; `3만원` and `30,000원`
are one amount, `1 March 2024` and `2024-03-01` one date. Nothing else is taken for the same.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from server.gates.dates import find_dates, find_times
from server.gates.words import Lexicon

_CODE = re.compile(
    r"제\s*[0-9]+\s*(?:조|항|호|목|장|절|편)(?:\s*의\s*[0-9]+)?|(?:별지|별표)\s*[0-9]+"
    r"|§\s*[0-9]+(?:\.[0-9]+)*"
    r"|(?<![\w-])[0-9]*[A-Za-zА-ЯЁа-яё]+[A-Za-zА-Яа-я0-9]*(?:[-_/][A-Za-zА-Яа-я0-9]+)*"
    r"[-_/]?[0-9][A-Za-zА-Яа-я0-9]*(?:[-_/.][0-9]+)*(?![\w])"
    r"|(?<![\w-])[A-Z][A-Z0-9]*(?:[_/][A-Z0-9]+)+(?!\w)"
    r"|(?<![\w.,-])[0-9]{2,}(?:-[0-9]{2,})+(?![\w-])"
)
_QUOTED = re.compile(
    r"[\"“”«「『]([^\"“”«»「」『』\n]{2,60})[\"“”»」』]|(?<![^\s(])['‘]([^'‘’\n]{2,60})['’](?![A-Za-z])"
)
_DIGITS = r"([0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+(?![0-9])|[0-9]+(?:[.,][0-9]+)*)(?![0-9])"
_NUMBER = re.compile(rf"(?<![\w.,])([€$£₩]\s*)?{_DIGITS}|(?<=[^\W\d_])(){_DIGITS}")
_LIST_LABEL = re.compile(r"(?:^|\n)[ \t]*[0-9]{1,3}[.)][ \t]$")
_KOREAN_SCALE = {"만": 10_000, "천": 1_000, "백": 100, "억": 100_000_000}
_SCALES = {
    "thousand": 1_000,
    "million": 1_000_000,
    "тыс": 1_000,
    "тысяч": 1_000,
    "тысячи": 1_000,
    "млн": 1_000_000,
}
_SYMBOLS = {"€": "money/eur", "$": "money/usd", "£": "money/gbp", "₩": "money/krw"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """One fact; `unit` is "kind/unit" or empty, `bounds` what stands around it (upper, le, lt, …)."""

    kind: str  # number, date, time, code, quote
    value: str
    unit: str
    bounds: frozenset[str]
    start: int
    end: int  # exclusive; behind the unit
    text: str


def find_facts(text: str, lexicon: Lexicon) -> tuple[Fact, ...]:
    """All facts of a text, by place; a character belongs to one fact, quoted names aside."""
    plain = _same_length_fold(text)
    taken: list[tuple[int, int]] = []
    found: list[Fact] = []
    for kind, start, end, value, unit in _candidates(plain, lexicon):
        if any(start < stop and begin < end for begin, stop in taken):
            continue
        taken.append((start, end))
        bounds = _bounds(plain, start, end, lexicon) if kind in {"number", "date", "time"} else frozenset()
        found.append(
            Fact(kind=kind, value=value, unit=unit, bounds=bounds, start=start, end=end, text=text[start:end])
        )
    return tuple(sorted(found, key=lambda fact: fact.start))


def quoted_names(text: str) -> tuple[str, ...]:
    """Names in quotation marks, as written."""
    return tuple((match[1] or match[2]).strip() for match in _QUOTED.finditer(text))


def _candidates(text: str, lexicon: Lexicon) -> Iterator[tuple[str, int, int, str, str]]:
    yield from (
        ("date", start, end, value, "date/date") for start, end, value in find_dates(text, lexicon.months)
    )
    yield from (("time", start, end, value, "time/time") for start, end, value in find_times(text))
    for match in _CODE.finditer(text):
        value = re.sub(r"\s", "", match[0]).upper()
        if value[-1].isalpha() and value[0].isdigit():
            continue  # 14일, 3rd: a number with its unit
        if (
            re.fullmatch(r"[^\W\d_]*\d+", value)
            and not match[0][0].isupper()
            and not value.startswith(("제", "별"))
        ):
            continue  # 총3: a word that runs into a number
        yield "code", match.start(), match.end(), value, ""
    yield from _numbers(text, lexicon)
    yield from _number_words(text, lexicon)


def _numbers(text: str, lexicon: Lexicon) -> Iterator[tuple[str, int, int, str, str]]:
    for match in _NUMBER.finditer(text):
        if _LIST_LABEL.search(text[max(0, match.start() - 8) : match.end() + 2]):
            continue
        symbol, digits = (match[1] or "").strip(), match[2] or match[4]
        start = match.start() if match[2] else match.start(4)
        value, end = _scaled(_decimal(digits), text, match.end())
        unit, end = _unit(text, end, lexicon)
        yield "number", start, end, f"{value:g}" if value < 1e15 else digits, _SYMBOLS.get(symbol, unit)


def _number_words(text: str, lexicon: Lexicon) -> Iterator[tuple[str, int, int, str, str]]:
    if not lexicon.numbers:
        return
    words = "|".join(sorted(map(re.escape, lexicon.numbers), key=len, reverse=True))
    behind = r"(?=\s|달|번|명|개월)" if lexicon.language == "ko" else r"(?!\w)"  # 세대, 한부모: no counts
    for match in re.finditer(rf"(?<!\w)({words}){behind}", text, re.IGNORECASE):
        value = lexicon.numbers[match[1].lower()]
        unit, end = _unit(text, match.end(), lexicon)
        if not unit and (value == 1 or lexicon.language == "ko"):
            continue  # "one of them", 두다: no count
        yield "number", match.start(), end, f"{value:g}", unit


def _scaled(value: float, text: str, end: int) -> tuple[float, int]:
    """3만 5천 -> 35000; 2 million, 5 тыс. -> as written."""
    total, part, place = 0.0, value, end
    while match := re.compile(r"\s?([만천백억])").match(text, place):
        total += part * _KOREAN_SCALE[match[1]]
        place, part = match.end(), 0.0
        more = re.compile(r"\s?([0-9]+)(?=\s?[천백])").match(text, place)
        if more is None:
            break
        part, place = float(more[1]), more.end()
    if total:
        return total, place
    scale = re.compile(r"\s?(thousand|million|тысячи|тысяч|тыс|млн)\b\.?", re.IGNORECASE).match(text, end)
    return (value * _SCALES[scale[1].lower()], scale.end()) if scale else (value, end)


def _decimal(digits: str) -> float:
    digits = re.sub(r"\s", "", digits)
    if re.fullmatch(r"[0-9]{1,3}(?:[.,][0-9]{3})+", digits):
        return float(re.sub(r"[.,]", "", digits))
    parts = re.split(r"[.,]", digits)
    return float(parts[0] + ("." + "".join(parts[1:]) if len(parts) > 1 else ""))


def _unit(text: str, end: int, lexicon: Lexicon) -> tuple[str, int]:
    """The unit behind a number (longest spelling first), and where it ends."""
    tail = text[end : end + 28].lower()
    for spelling in sorted(lexicon.units, key=len, reverse=True):
        border = r"(?![A-Za-z0-9])" if lexicon.language == "ko" else r"(?![^\W_])"
        match = re.match(rf"[\s-]?{re.escape(spelling)}{border}", tail)
        if match:
            return lexicon.units[spelling], end + match.end()
    return "", end


def _bounds(text: str, start: int, end: int, lexicon: Lexicon) -> frozenset[str]:
    before, after = (
        text[max(0, start - 28) : start].lower().rstrip(),
        text[end : end + 16].lower().lstrip(" )"),
    )
    found = set()
    for phrase in sorted(lexicon.bounds_before, key=len, reverse=True):
        if re.search(rf"(?<!\w){re.escape(phrase)}$", before):
            found.add(lexicon.bounds_before[phrase])
            break
    for phrase in sorted(lexicon.bounds_after, key=len, reverse=True):
        if after.startswith(phrase) and (
            lexicon.language == "ko" or not after[len(phrase) : len(phrase) + 1].isalpha()
        ):
            found.add(lexicon.bounds_after[phrase])
            break
    return frozenset(found)


def _same_length_fold(text: str) -> str:
    """Full-width digits and letters become plain ones; offsets hold."""
    return "".join(
        folded if len(folded := unicodedata.normalize("NFKC", char)) == 1 else char for char in text
    )
