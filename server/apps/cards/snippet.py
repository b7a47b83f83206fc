"""The one or two sentences of a clause that meet the query best. Pure; rule: runbook/cards.md."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log

from server.domain.outline import outline
from server.domain.outline import sentences as sentences_of

MAX_CHARACTERS = 160
SHORT_BODY_CHARACTERS = 200  # a body up to this length may be shown whole
MAX_SHARE = 0.4  # of a longer one: the original is not republished
MAX_CONTEXT = 1_000  # characters of an endless sentence, on each side, that decide whether a part is shown

_WORD = re.compile(r"[^\W_]+")
_HANGUL = re.compile(r"[가-힣]")
_CHUNK = re.compile(r"\S+")
_MIN_STEM = 4  # letters of a Latin or Cyrillic word that always count; its last two may be an ending


@dataclass(frozen=True, kw_only=True, slots=True)
class Snippet:
    """Literal text: `text == body[start:end]`, end exclusive."""

    text: str
    start: int
    end: int


def coverage_terms(query: str) -> tuple[str, ...]:
    """What to look for in a sentence: bigrams of Hangul words, stems of other words, lower case."""
    terms: dict[str, None] = {}
    for word in _WORD.findall(query.lower()):
        if _HANGUL.search(word):
            terms.update(dict.fromkeys(word[at : at + 2] for at in range(max(1, len(word) - 1))))
        else:
            terms[word if word.isdigit() else word[: max(_MIN_STEM, len(word) - 2)]] = None
    return tuple(terms)


def longest_allowed(body: str) -> int:
    """Characters that a snippet of this body may have."""
    if len(body) <= SHORT_BODY_CHARACTERS:
        return MAX_CHARACTERS
    return min(MAX_CHARACTERS, int(len(body) * MAX_SHARE))


def choose_snippet(body: str, terms: Sequence[str], *, may_show: Callable[[str], bool]) -> Snippet | None:
    """One or two neighbouring sentences with the best coverage, cut at a sentence or word end.

    A sentence for which `may_show` is false is not chosen, not even a part of it. None when
    nothing may be shown, or nothing fits without breaking a word.
    """
    sentences = _sentences(body)
    weights = _weights([body[one.start : one.end].lower() for one in sentences], terms)
    for option in sorted(
        _options(body, sentences, weights), key=lambda one: (-one.score, one.start - one.end, one.start)
    ):
        if all(may_show(text) for text in {option.context, body[option.start : option.end]}):
            return Snippet(text=body[option.start : option.end], start=option.start, end=option.end)
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Span:
    start: int
    end: int


@dataclass(frozen=True, kw_only=True, slots=True)
class _Option:
    start: int
    end: int
    score: float
    context: str  # the whole sentences it was cut from, as far as MAX_CONTEXT


@lru_cache(maxsize=1_024)  # the same clauses are asked for again and again
def _sentences(body: str) -> tuple[_Span, ...]:
    """All sentences and list lines; the rules of a drawn table hold no word and are left out."""
    spans = (
        _Span(start=one.start, end=one.end) for line in outline(body) for one in sentences_of(body, line)
    )
    return tuple(span for span in spans if _WORD.search(body, span.start, span.end))


def _options(body: str, sentences: Sequence[_Span], weights: Mapping[str, float]) -> Iterator[_Option]:
    limit = longest_allowed(body)
    pairs = (_Span(start=one.start, end=two.end) for one, two in pairwise(sentences))
    for span in (*sentences, *(pair for pair in pairs if pair.end - pair.start <= limit)):
        text = body[span.start : span.end]
        if len(text) <= limit:
            yield _Option(start=span.start, end=span.end, score=_score(text, weights), context=text)
        elif windows := _windows(text, limit):
            score, cut = max(
                ((_score(text[one.start : one.end], weights), one) for one in windows),
                key=lambda scored: scored[0],
            )
            yield _Option(
                start=span.start + cut.start,
                end=span.start + cut.end,
                score=score,
                context=text[max(0, cut.end - MAX_CONTEXT) : cut.start + MAX_CONTEXT],
            )


def _windows(text: str, limit: int) -> list[_Span]:
    """Runs of whole words as long as the limit allows, starting about every quarter of it."""
    words = [match.span() for match in _CHUNK.finditer(text)]
    ends = [end for _, end in words]
    windows: list[_Span] = []
    for start, end in words:
        if end - start > limit or (windows and start - windows[-1].start < limit // 4):
            continue
        windows.append(_Span(start=start, end=ends[bisect_right(ends, start + limit) - 1]))
    return windows


def _weights(sentences: Sequence[str], terms: Sequence[str]) -> dict[str, float]:
    """A term that every sentence holds tells little; a rare one tells most."""
    found = {term: sum(term in sentence for sentence in sentences) for term in terms}
    return {term: log(1 + len(sentences) / count) for term, count in found.items() if count}


def _score(text: str, weights: Mapping[str, float]) -> float:
    lowered = text.lower()
    return sum(weight for term, weight in weights.items() if term in lowered)
