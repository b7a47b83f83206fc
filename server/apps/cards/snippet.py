"""The one or two sentences of a clause that meet the query best. Pure; rule: runbook/cards.md."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from math import fsum, log
from typing import NamedTuple

from server.apps.retrieval.intents import Intent, answers, intents_of
from server.apps.retrieval.text import flatten
from server.domain.outline import outline
from server.domain.outline import sentences as sentences_of

MAX_CHARACTERS = 160
SHORT_BODY_CHARACTERS = 200  # a body up to this length may be shown whole
MAX_SHARE = 0.4  # of a longer one: the original is not republished
MAX_CONTEXT = 1_000  # characters of an endless sentence, on each side, that decide whether a part is shown

FACT = "?"  # marks a kind of fact among the terms; no word begins with it
FACT_WEIGHT = 2.0  # of a sentence that states what was asked, as against one that only shares a word

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
    """What to look for in a sentence: bigrams of Hangul words, stems of other words, lower case.

    Behind them, marked as such, the kinds of facts that the query asks for: papers, an amount, a period.
    """
    terms: dict[str, None] = {}
    for word in _WORD.findall(query.lower()):
        if _HANGUL.search(word):
            terms.update(dict.fromkeys(word[at : at + 2] for at in range(max(1, len(word) - 1))))
        else:
            terms[word if word.isdigit() else word[: max(_MIN_STEM, len(word) - 2)]] = None
    return (*terms, *(FACT + intent for intent in sorted(intents_of(query))))


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
    for option in sorted(_options(body, terms), key=lambda one: (-one.score, one.start - one.end, one.start)):
        text, context = body[option.start : option.end], body[option.context_start : option.context_end]
        if all(may_show(shown) for shown in {context, text}):
            return Snippet(text=text, start=option.start, end=option.end)
    return None


class _Sentence(NamedTuple):
    """A span of the body, and its text as terms and as facts are looked for."""

    start: int
    end: int
    lowered: str
    flat: str


class _Option(NamedTuple):
    """A run that might be shown, and the whole sentences it was cut from, as far as MAX_CONTEXT."""

    score: float
    start: int
    end: int
    context_start: int
    context_end: int


@lru_cache(maxsize=1_024)  # the same clauses are asked for again and again
def _sentences(body: str) -> tuple[_Sentence, ...]:
    """All sentences and list lines; the rules of a drawn table hold no word and are left out."""
    spans = (one for line in outline(body) for one in sentences_of(body, line))
    return tuple(
        _sentence(body, one.start, one.end) for one in spans if _WORD.search(body, one.start, one.end)
    )


def _sentence(body: str, start: int, end: int) -> _Sentence:
    text = body[start:end]
    return _Sentence(start=start, end=end, lowered=text.lower(), flat=flatten(text))


def _held(one: _Sentence, terms: Iterable[str]) -> frozenset[str]:
    """Those of the terms that the sentence holds or, of the facts, states."""
    return frozenset(
        [
            term
            for term in terms
            if (answers(Intent(term[1:]), one.flat) if term[0] == FACT else term in one.lowered)
        ]
    )


def _options(body: str, terms: Sequence[str]) -> Iterator[_Option]:
    sentences, limit = _sentences(body), longest_allowed(body)
    held = [_held(one, terms) for one in sentences]
    weights = _weights(held)
    for one, found in zip(sentences, held, strict=True):
        if one.end - one.start <= limit:
            yield _Option(_score(found, weights), one.start, one.end, one.start, one.end)
        else:
            yield from _best_run(body, one, limit, {term: weights[term] for term in found})
    for (one, two), (found, more) in zip(pairwise(sentences), pairwise(held), strict=True):
        if two.end - one.start <= limit:
            yield _Option(_score(found | more, weights), one.start, two.end, one.start, two.end)


def _best_run(body: str, one: _Sentence, limit: int, weights: Mapping[str, float]) -> Iterator[_Option]:
    """The run of words of a long sentence that covers most; none where its words are too long."""
    runs = (
        (_score(_held(_sentence(body, start, end), weights), weights), start, end)
        for start, end in _windows(body, one, limit)
    )
    best = max(runs, key=lambda run: run[0], default=None)
    if best is not None:
        score, start, end = best
        yield _Option(score, start, end, max(one.start, end - MAX_CONTEXT), min(one.end, start + MAX_CONTEXT))


def _windows(body: str, one: _Sentence, limit: int) -> list[tuple[int, int]]:
    """Runs of whole words as long as the limit allows, starting about every quarter of it."""
    words = [match.span() for match in _CHUNK.finditer(body, one.start, one.end)]
    ends = [end for _, end in words]
    windows: list[tuple[int, int]] = []
    for start, end in words:
        if end - start > limit or (windows and start - windows[-1][0] < limit // 4):
            continue
        windows.append((start, ends[bisect_right(ends, start + limit) - 1]))
    return windows


def _weights(held: Sequence[frozenset[str]]) -> dict[str, float]:
    """A term that every sentence holds tells little; a rare one tells most."""
    counts = Counter(chain.from_iterable(held))
    return {
        term: log(1 + len(held) / count) * (FACT_WEIGHT if term[0] == FACT else 1.0)
        for term, count in counts.items()
    }


def _score(terms: Iterable[str], weights: Mapping[str, float]) -> float:
    """Summed exactly: the same in every order, so that a replay chooses the same."""
    return fsum([weights[term] for term in terms])
