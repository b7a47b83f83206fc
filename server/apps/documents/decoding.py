"""Bytes to text: strict decoders in a fixed order, each with a plausibility test.

A decoder that never fails (cp1252, cp949 on Cyrillic bytes) proves nothing, so a legacy
encoding is believed only when most of what it yields are letters of its script.
Nothing is replaced or ignored: text that no decoder explains is refused.
"""

import codecs
import re
from collections.abc import Callable

from server.apps.documents.language import language_of
from server.apps.documents.unreadable import Unreadable

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins with that of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_HANGUL = re.compile(r"[가-힣]")
_KOREAN = re.compile(r"[가-힣ㄱ-ㅣ①-⑳㉠-㉻「」『』【】〈〉《》·‘’“”…※×℃㎡㎥\u2500-\u257f]")
_CYRILLIC_LOWER = re.compile(r"[а-яё]")
_CYRILLIC_UPPER = re.compile(r"[А-ЯЁ]")
_WESTERN = re.compile(r"[À-ÖØ-öø-ÿŒœŠšŽžŸ‘’‚“”„–—…•€£§©®™°±²³·¹¼½¾×÷«»¡¿\xa0]")

MOSTLY = 0.7  # share of the script's letters among what is not ASCII
WESTERN_LIMIT = 0.1  # more than this beyond ASCII is not a Western text
CONTROL_LIMIT = 0.01  # more control characters than this is not text


def decode(data: bytes) -> str:
    """The text without byte order mark. Raises Unreadable(undecodable)."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = _strictly(data[len(mark) :], encoding)
            return _checked(text, f"it begins with the mark of {encoding} but is not")
    return _checked(
        _without_mark(data), f"not UTF-8 ({_first_fault(data)}), and no other encoding gives text"
    )


def _without_mark(data: bytes) -> str | None:
    candidates: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("utf-8", _is_text),
        ("utf-16-le", _is_wide),
        ("utf-16-be", _is_wide),
        ("cp949", _is_korean),
        ("cp1251", _is_russian),
        ("koi8-r", _is_russian),
        ("cp1252", _is_western),
    )
    for encoding, plausible in candidates:
        if encoding.startswith("utf-16") and b"\x00" not in data:
            continue  # without a mark only the zero bytes of spaces and line ends give it away
        text = _strictly(data, encoding)
        if text is not None and plausible(text):
            return text
    return None


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _checked(text: str | None, detail: str) -> str:
    if text is None or not _is_text(text):
        raise Unreadable("undecodable", detail)
    return text


def _first_fault(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"byte {error.start + 1}"
    return "control characters"


def _is_text(text: str) -> bool:
    return len(_CONTROLS.findall(text)) <= CONTROL_LIMIT * len(text)


def _is_wide(text: str) -> bool:
    return "\x00" not in text and _is_text(text) and any(character in text for character in " \n")


def _is_korean(text: str) -> bool:
    """Mostly the 2,350 common syllables: what is cp1252 in truth gives rare ones."""
    syllables = _HANGUL.findall(text)
    common = _HANGUL.findall("".join(syllables).encode("euc-kr", "ignore").decode("euc-kr"))
    usual = len(common) >= MOSTLY * len(syllables)
    return usual and language_of(text) == "ko" and _share(_KOREAN, text) >= MOSTLY


def _is_russian(text: str) -> bool:
    """More small letters than capitals: cp1251 and koi8-r have them the other way round."""
    small, capital = len(_CYRILLIC_LOWER.findall(text)), len(_CYRILLIC_UPPER.findall(text))
    mostly = small + capital >= MOSTLY * len(_BEYOND_ASCII.findall(text))
    return mostly and small > capital and language_of(text) == "ru"


def _is_western(text: str) -> bool:
    few = len(_BEYOND_ASCII.findall(text)) <= WESTERN_LIMIT * len(text)
    return few and _share(_WESTERN, text) == 1.0


def _share(letters: re.Pattern[str], text: str) -> float:
    return len(letters.findall(text)) / max(1, len(_BEYOND_ASCII.findall(text)))
