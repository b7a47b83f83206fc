"""A body to sentences: spans of the text, so that what is shown stays literal."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_STOP = re.compile(r"[.!?…。！？]+[\"'”’»)\]』」]*(?=\s)")
_MARK_BEFORE = re.compile(r"(?:^|[\s(])(?:[0-9]+|[^\W\d_])\.$")  # "1." "가." "a." "п." are no sentence ends
_SHORT_WORD_BEFORE = re.compile(r"(?:^|[\s(])[^\W\d_가-힣]{1,4}\.$")  # "No. 5" "Art. 5" "разд. 5"
_LETTER = re.compile(r"[^\W_]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """`body[start:end]`, end exclusive."""

    start: int
    end: int


def split_sentences(body: str) -> tuple[Span, ...]:
    """Sentences and list lines in order, without outer white space.

    A line break ends a sentence. So does a stop before white space, unless it belongs to a list
    mark, a date (2022. 1. 13.) or an abbreviation that goes on in lower case (п. 3, ст. закона).
    Lines without a letter or digit (rules of a drawn table) are left out.
    """
    return tuple(_sentences(body))


def _sentences(body: str) -> Iterator[Span]:
    start = 0
    for line in body.splitlines(keepends=True):
        end = start + len(line)
        for left, right in _pieces(line):
            text = line[left:right].strip()
            if _LETTER.search(text):
                begin = start + left + (len(line[left:right]) - len(line[left:right].lstrip()))
                yield Span(start=begin, end=begin + len(text))
        start = end


def _pieces(line: str) -> Iterator[tuple[int, int]]:
    left = 0
    for stop in _STOP.finditer(line):
        if _goes_on(line[max(0, stop.start() - 8) : stop.end()], line[stop.end() :].lstrip()[:1]):
            continue
        yield left, stop.end()
        left = stop.end()
    yield left, len(line)


def _goes_on(before: str, following: str) -> bool:
    if following.islower() or _MARK_BEFORE.search(before):
        return True
    return following.isdigit() and _SHORT_WORD_BEFORE.search(before) is not None
