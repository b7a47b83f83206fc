"""Text in the forms that searching needs. Nothing here is ever shown."""

import re
from collections.abc import Iterable, Iterator
from unicodedata import normalize

HANGUL_RUN = re.compile(r"[가-힣]+")
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


def bigrams(text: str) -> Iterator[str]:
    """Character pairs inside runs of Hangul; a middle dot does not end a run."""
    for dot in MIDDLE_DOTS:
        text = text.replace(dot, "")
    for run in HANGUL_RUN.findall(text):
        yield from (run[start : start + 2] for start in range(len(run) - 1))


def has_hangul(text: str) -> bool:
    """Is there anything for a Korean analyser?"""
    return HANGUL_RUN.search(text) is not None


def unique(values: Iterable[str]) -> tuple[str, ...]:
    """Without repetitions, in order of first appearance."""
    return tuple(dict.fromkeys(values))
