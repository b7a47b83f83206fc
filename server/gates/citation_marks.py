"""Citation marks in a draft: `[#1]`, and the variants that writers use for it.

Understood: `[#1]`, `[1]`, `【#2】`, `[#1,#7]`, `[#1; 7]`, full-width brackets and digits.
Everything else that looks like a mark (`[^1]`, `[#1-#3]`, `[source 1]`, `[#1](http…)`) is refused by name,
never repaired: a repaired mark is a citation that nobody wrote.
"""

import re
from dataclasses import dataclass

_OPEN, _CLOSE = r"\[【〔［", r"\]】〕］"
_GROUP = re.compile(rf"[{_OPEN}]([^{_OPEN}{_CLOSE}\n]{{0,40}})[{_CLOSE}](\s*\()?")
_NUMBERS = re.compile(r"[#＃]?\s*([0-9]{1,3})(?:\s*[,，、;·]\s*[#＃]?\s*[0-9]{1,3})*", re.ASCII)
_SUSPECT = re.compile(
    r"^\s*(?:[#＃^]|(?:source|ref|doc|출처|근거|문서|источник)\b.*[0-9])|^[#＃^0-9\s,.;·…–—~-]+$",
    re.IGNORECASE,
)
_FULL_WIDTH = str.maketrans("０１２３４５６７８９", "0123456789")


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """One bracket group; `end` exclusive. `fault` is empty when `numbers` can be used."""

    start: int
    end: int
    numbers: tuple[int, ...]
    fault: str  # "", malformed_citation, linked_citation


def find_marks(text: str) -> tuple[Mark, ...]:
    """All groups that are, or look like, citation marks; other brackets are plain text."""
    return tuple(mark for match in _GROUP.finditer(text) if (mark := _read(match)) is not None)


def canonical(numbers: tuple[int, ...]) -> str:
    """How a mark is shown: `[#1][#7]`."""
    return "".join(f"[#{number}]" for number in numbers)


def _read(match: re.Match[str]) -> Mark | None:
    inner = match[1].translate(_FULL_WIDTH).strip()
    start, end = match.span()
    if _NUMBERS.fullmatch(inner):
        if match[2] and not match[2].startswith(" "):
            return Mark(start=start, end=end, numbers=(), fault="linked_citation")
        numbers = tuple(dict.fromkeys(int(digits) for digits in re.findall(r"[0-9]+", inner)))
        return Mark(start=start, end=end - len(match[2] or ""), numbers=numbers, fault="")
    if _SUSPECT.search(inner):
        return Mark(start=start, end=end, numbers=(), fault="malformed_citation")
    return None
