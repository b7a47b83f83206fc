"""Brackets and quotes hidden at equal length, so that patterns see only a text's top level."""

import re
from functools import lru_cache

_MARKER = re.compile(r"(?<=[호목표)])(?:[0-9]{1,2}|[가-하])\)")  # 나목2), 2)가): numbers, no brackets
_PAIRS = {"(": ")", "[": "]", "{": "}", "「": "」", "『": "』", "（": "）", "<": ">", "“": "”", "«": "»"}
FILLER = "\ufffc"


@lru_cache(maxsize=2_048)  # finder and gates look at the same sentences many times
def mask(text: str) -> str:
    """The text with everything inside brackets replaced by FILLER; brackets stay, length stays.

    An opening bracket that never closes hides nothing.
    """
    out = list(text)
    markers = {match.end() - 1 for match in _MARKER.finditer(text) if _closed_later(text, match.end())}
    stack: list[tuple[str, int]] = []
    for position, character in enumerate(text):
        if position in markers:
            continue
        if stack and character == stack[-1][0]:
            _, start = stack.pop()
            if not stack:
                out[start + 1 : position] = FILLER * (position - start - 1)
        elif character in _PAIRS:
            stack.append((_PAIRS[character], position))
    return "".join(out)


def _closed_later(text: str, position: int) -> bool:
    """Does a bracket close after this place before another opens?"""
    closing, opening = text.find(")", position), text.find("(", position)
    return closing >= 0 and (opening < 0 or closing < opening)
