"""Brackets and quotes hidden at equal length, so that patterns see only a text's top level."""

_PAIRS = {"(": ")", "[": "]", "{": "}", "「": "」", "『": "』", "（": "）", "<": ">", "“": "”", "«": "»"}
FILLER = "\ufffc"


def mask(text: str) -> str:
    """The text with everything inside brackets replaced by FILLER; brackets stay, length stays.

    An opening bracket that never closes hides nothing.
    """
    out = list(text)
    stack: list[tuple[str, int]] = []
    for position, character in enumerate(text):
        if stack and character == stack[-1][0]:
            _, start = stack.pop()
            if not stack:
                out[start + 1 : position] = FILLER * (position - start - 1)
        elif character in _PAIRS:
            stack.append((_PAIRS[character], position))
    return "".join(out)
