"""Two procedures in one clause: show the one the query asks for, and say that others exist."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from server.domain.brackets import mask
from server.domain.outline import Line, sentences
from server.gates.scope import Scope

_WORD = re.compile(r"[^\W_]+")
_LEADS = re.compile(
    r"다음|아래|첨부|제출|제시|구비|following|below|must|provide|submit|следующ|представ|прилага",
    re.IGNORECASE,
)
_CASE = re.compile(r"(?:경우|때|자|사람|신청|신고)\s*[:：]|[:：]\s*(?:다음|아래)")


def branch(at: Scope) -> tuple[int, str]:
    """The branch a name belongs to (index of its lead line) and the words that tell it from others.

    The paragraph is the branch; a list line "무엇을 하는 경우: …" of the first depth is one as well.
    """
    chain = (at.line, *at.above)
    for line in chain:
        text = at.body[line.start : line.end]
        if line.depth == 1 and _CASE.search(mask(text)):
            return line.index, mask(text).split(":")[0].split("：")[0]
    top = chain[-1]
    return top.index, _lead_text(at.body, top, at)


def choose(query: str, labels: Mapping[int, str]) -> int | None:
    """The one branch that the query's words point to, None when they point to several or to none."""
    if len(labels) < 2:
        return None
    grams = {index: _grams(text) for index, text in labels.items()}
    asked = _grams(query)
    scores = {
        index: len(asked & own - set().union(*(grams[other] for other in grams if other != index)))
        for index, own in grams.items()
    }
    best = max(scores.values())
    winners = [index for index, score in scores.items() if score == best]
    return winners[0] if best > 0 and len(winners) == 1 else None


def _lead_text(body: str, line: Line, at: Scope) -> str:
    found: Sequence[str] = [mask(body[one.start : one.end]) for one in sentences(body, line)]
    leads = [text for text in found if _LEADS.search(text)]
    if line.index == at.line.index:
        return at.text
    return leads[0] if leads else (found[0] if found else "")


def _grams(text: str) -> set[str]:
    """Pairs of neighbouring characters inside words: Korean endings and cases do not disturb them."""
    return {a + b for word in _WORD.findall(text.casefold()) for a, b in pairwise(word)}
