"""What of a clause goes into the prompt: the sentences that ask for something, and what leads their list.

Real clauses run to 5,000 characters and every one costs reading time; candidates keep their own
offsets, so nothing is lost by leaving text out.
"""

import re
from collections.abc import Iterable

from ai.apps.generation.found import Found
from server.domain.outline import Line, Sentence, ancestors, sentences

_LEADS = re.compile(r"다음|아래|서류|첨부|제출|following|below|:\s*$|следующ|документ", re.IGNORECASE)
_NOTE = re.compile(r"<(?:개정|신설|단서|제목|전문|본조)[^<>]{0,400}>")
_BOX = re.compile(r"\s*[│┃|]\s*")
_LONG_BRACKET = re.compile(r"(?<=\S)\s?[(\[{][^()\[\]{}]{24,}[)\]}]")


def excerpt(body: str, found: Iterable[Found], lines: tuple[Line, ...]) -> str:
    """The asking sentences in their order, one line each; long brackets left out, names kept whole."""
    found = tuple(found)
    wanted: set[tuple[int, int]] = set()
    for one in found:
        line = lines[one.line]
        wanted |= {_place(sentence) for sentence in _own(body, line, one)}
        for above in _leading(lines, line):
            leading = [s for s in sentences(body, above) if _LEADS.search(body[s.start : s.end])]
            wanted |= {_place(sentence) for sentence in leading[:1] or sentences(body, above)[:1]}
    markers = {line.start: line.marker for line in lines}
    names = {str(one.span) for one in found}
    return "\n".join(
        f"{markers.get(start, '')} {_shortened(body[start:end], names)}".strip()
        for start, end in sorted(wanted)
    )


def _own(body: str, line: Line, one: Found) -> list[Sentence]:
    if line.table:
        return [Sentence(line=line.index, start=line.start, end=line.end)]
    return [s for s in sentences(body, line) if s.start <= one.span.start < s.end]


def _leading(lines: tuple[Line, ...], line: Line) -> tuple[Line, ...]:
    """The lines that a list line hangs on; for a table row, the line above its table."""
    if not line.table:
        return ancestors(lines, line)
    above = next((one for one in reversed(lines[: line.index]) if not one.table), None)
    return (above,) if above else ()


def _place(sentence: Sentence) -> tuple[int, int]:
    return sentence.start, sentence.end


def _shortened(text: str, names: set[str]) -> str:
    plain = _BOX.sub(" | ", _NOTE.sub("", text)).strip(" |")
    short = _LONG_BRACKET.sub("", _LONG_BRACKET.sub("", plain))
    return short if all(name in short for name in names if name in plain) else plain
