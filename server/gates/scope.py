"""The sentence or list line in which a name stands, and the lines above it."""

from collections.abc import Iterator
from dataclasses import dataclass

from server.domain.brackets import mask
from server.domain.outline import Line, Sentence, ancestors, outline, sentences

_EDGES = frozenset("│┃")


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """What is said about the name at `start`..`end`: its own sentence, then what leads its list."""

    body: str
    start: int
    end: int
    line: Line
    sentence: Sentence
    later: tuple[Sentence, ...]  # the sentences after it on its line
    above: tuple[Line, ...]  # the lines that its list hangs on, nearest first
    row: tuple[Line, ...]  # the drawn lines of its table row, () outside a table

    @property
    def text(self) -> str:
        """The name's sentence, brackets hidden; same length as the sentence."""
        return mask(self.body[self.sentence.start : self.sentence.end])

    @property
    def before(self) -> str:
        """The sentence up to the name, brackets hidden."""
        return self.text[: self.start - self.sentence.start]

    @property
    def after(self) -> str:
        """The sentence behind the name, brackets hidden."""
        return self.text[self.end - self.sentence.start :]


def scope(body: str, start: int, end: int, lines: tuple[Line, ...] | None = None) -> Scope:
    """The scope of a place in a body. `lines` is the body's outline, when it is at hand."""
    lines = outline(body) if lines is None else lines
    line = next(one for one in reversed(lines) if one.start <= start or one is lines[0])
    found = sentences(body, line)
    own = next((one for one in found if one.start <= start < one.end), None)
    sentence = own or Sentence(line=line.index, start=line.start, end=max(line.end, end))
    bracket = _enclosing(body, sentence, start, end)
    return Scope(
        body=body,
        start=start,
        end=end,
        line=line,
        sentence=bracket or sentence,
        later=tuple(one for one in found if one.start > sentence.start),
        above=ancestors(lines, line),
        row=tuple(_row(body, line, lines)) if line.table else (),
    )


def _enclosing(body: str, sentence: Sentence, start: int, end: int) -> Sentence | None:
    """The inside of the innermost bracket around the name: what is said there is about it."""
    opened: list[int] = []
    for position in range(sentence.start, sentence.end):
        if body[position] in "([{":
            opened.append(position)
        elif body[position] in ")]}" and opened:
            opening = opened.pop()
            if opening < start and end <= position:
                return Sentence(line=sentence.line, start=opening + 1, end=position)
    return None


def _row(body: str, line: Line, lines: tuple[Line, ...]) -> Iterator[Line]:
    """The drawn lines between two rules of the table; a piped row is one line."""
    if body[line.start] not in _EDGES:
        yield line
        return
    row: list[Line] = []
    for other in lines:
        if other.table and body[other.start] in _EDGES:
            row.append(other)
        elif line in row:
            break
        else:
            row = []
    yield from row if line in row else ()
