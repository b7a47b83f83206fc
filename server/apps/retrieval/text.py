"""Text in the forms that searching needs. Nothing here is ever shown."""

import re
from collections.abc import Iterable
from unicodedata import normalize

HANGUL = re.compile(r"[가-힣]")
HANGUL_PAIR = re.compile(r"(?=([가-힣]{2}))")  # looks ahead, so that pairs overlap
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
MIDDLE_DOTS = "ㆍ·・"  # official texts mix them


def nfc(text: str) -> str:
    """One spelling for composed and decomposed letters."""
    return normalize("NFC", text)


def flatten(text: str) -> str:
    """Lower case without spaces and middle dots, so that spacing variants meet literally."""
    flat = text.lower().replace(" ", "").replace("\n", "")
    for dot in MIDDLE_DOTS:
        flat = flat.replace(dot, "")
    return flat


def bigrams(text: str) -> list[str]:
    """Character pairs inside runs of Hangul; a middle dot does not end a run."""
    for dot in MIDDLE_DOTS:
        text = text.replace(dot, "")
    return HANGUL_PAIR.findall(text)


def has_hangul(text: str) -> bool:
    """Is there anything for a Korean analyser?"""
    return HANGUL.search(text) is not None


def unique(values: Iterable[str]) -> tuple[str, ...]:
    """Without repetitions, in order of first appearance."""
    return tuple(dict.fromkeys(values))
