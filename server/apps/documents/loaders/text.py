"""Markdown and plain text to blocks; the same loader, for real .txt files carry Markdown marks too."""

import re
from collections.abc import Iterator, Sequence

from server.apps.documents.blocks import (
    AnyBlock,
    Heading,
    ListItem,
    Loaded,
    Paragraph,
    Row,
    Table,
    block_lines,
)
from server.apps.documents.decoding import decode
from server.apps.documents.loaders.drawn_grid import is_drawn_rule
from server.apps.documents.loaders.drawn_table import read_drawn
from server.apps.documents.loaders.front_matter import read_front_matter
from server.apps.documents.loaders.inline import plain
from server.apps.documents.loaders.labels import label_of
from server.apps.documents.loaders.pipe_table import is_separator, read_pipe_row
from server.apps.documents.loaders.word_joiner import WordJoiner

_LINE_END = re.compile(r"\r\n|\n|\r")  # and no other: a form feed does not begin a line in an editor
_UNDERLINE = re.compile(r"(?P<mark>[=-])(?P=mark){2,}")
_RULE = re.compile(r"(?P<mark>[-*_=─━═~])(?:[ \t]*(?P=mark)){2,}")
_FENCE = re.compile(r"`{3,}|~{3,}")
_BEFORE = re.compile(r"(?:>[ \t]?|</?img(?:\s[^<>]*)?>[ \t]*)+", re.IGNORECASE)
_TABLE_START = re.compile(r"\||(?![─━═┄┅┈┉╌╍])[\u2500-\u257f]|\+[-=]{2}")
_MARKUP = re.compile(
    r"[\\*`|\r\x00-\x08\x0b-\x1f\x7f\u2500-\u257f]|^[ \t]*[#>~=_+-]|</?[A-Za-z!]|__|\]\(", re.MULTILINE
)
MAX_UNDERLINED = 120  # a longer line above a rule is a paragraph


def load_text(data: bytes) -> Loaded:
    """Blocks with the line numbers of the file. Raises Unreadable(undecodable)."""
    text = decode(data)
    lines = _LINE_END.split(text)
    head = read_front_matter(lines)
    blocks = tuple(_Reader(lines, WordJoiner(text)).blocks(head.lines))
    return Loaded(blocks=blocks, title=head.title, metadata=head.metadata)


def lines_of(text: str) -> list[str]:
    """The body lines of a text that is one clause already; quick where nothing is marked up."""
    if not _MARKUP.search(text):
        return [line.strip() for line in text.split("\n")]
    return list(block_lines(_Reader(_LINE_END.split(text), WordJoiner(text)).blocks(0)))


class _Reader:
    """One pass over the lines; each method reads one kind of block from `at` on."""

    def __init__(self, lines: Sequence[str], joiner: WordJoiner) -> None:
        self._lines = lines
        self._joiner = joiner
        self._at = 0
        self._gap = True

    def blocks(self, start: int) -> Iterator[AnyBlock]:
        self._at = start
        while self._at < len(self._lines):
            line = _bared(self._lines[self._at])
            if not line or _RULE.fullmatch(line):
                self._skip()
            elif fence := _FENCE.match(line):
                yield from self._fenced(fence.group())
            elif _TABLE_START.match(line) or self._has_separator_below(line):
                yield from self._table()
            else:
                yield from self._line(line)

    def _skip(self) -> None:
        self._at += 1
        self._gap = True

    def _has_separator_below(self, line: str) -> bool:
        return "|" in line and self._at + 1 < len(self._lines) and is_separator(self._lines[self._at + 1])

    def _line(self, line: str) -> Iterator[AnyBlock]:
        number, gap = self._at + 1, self._gap
        self._at += 1
        level, text = _heading(line)
        text = plain(text)
        self._gap = level > 0 or (gap and not text)
        if not text:
            return
        if level:
            yield Heading(start_line=number, end_line=number, after_gap=True, level=level, text=text)
        elif gap and (level := self._underlined(line)):
            self._skip()
            yield Heading(start_line=number, end_line=number + 1, after_gap=True, level=level, text=text)
        elif label := label_of(text):
            yield ListItem(start_line=number, end_line=number, after_gap=gap, label=label, text=text)
        else:
            yield Paragraph(start_line=number, end_line=number, after_gap=gap, text=text)

    def _underlined(self, line: str) -> int:
        """The level of a heading drawn by a rule right below it; 0 if there is none."""
        below = self._lines[self._at].strip() if self._at < len(self._lines) else ""
        match = _UNDERLINE.fullmatch(below)
        if match is None or len(line) > MAX_UNDERLINED or label_of(line):
            return 0
        return 1 if match["mark"] == "=" else 2

    def _fenced(self, fence: str) -> Iterator[AnyBlock]:
        self._skip()
        while self._at < len(self._lines):
            raw = self._lines[self._at].strip()
            number, gap = self._at + 1, self._gap
            self._at += 1
            if raw.startswith(fence):
                break
            self._gap = not raw
            if text := plain(raw.replace("\\", "\\\\")):
                yield Paragraph(start_line=number, end_line=number, after_gap=gap, text=text)
        self._gap = True

    def _table(self) -> Iterator[AnyBlock]:
        lines = self._table_lines()
        gap = self._gap
        self._at, self._gap = lines[-1][0], True
        rows = self._rows(lines)
        if rows:
            yield Table(start_line=lines[0][0], end_line=lines[-1][0], after_gap=gap, rows=rows)

    def _table_lines(self) -> list[tuple[int, str]]:
        """The table's lines with their numbers; blank lines inside a drawn one are passed over."""
        found = [(self._at + 1, _bared(self._lines[self._at]))]
        drawn = is_drawn_rule(found[0][1])
        for at in range(self._at + 1, len(self._lines)):
            line = _bared(self._lines[at])
            if not line and drawn:
                continue
            if not (_TABLE_START.match(line) or (not drawn and "|" in line)):
                break
            found.append((at + 1, line))
        return found

    def _rows(self, lines: list[tuple[int, str]]) -> tuple[Row, ...]:
        if any(is_drawn_rule(line) for _, line in lines):
            rows = read_drawn(lines, self._joiner)
        else:
            rows = tuple(read_pipe_row(number, line) for number, line in lines if not is_separator(line))
        return tuple(row for row in rows if any(row.cells))


def _bared(line: str) -> str:
    """The line trimmed, without quotation marks and pictures before it."""
    line = line.strip()
    before = _BEFORE.match(line)
    return line[before.end() :] if before else line


def _heading(line: str) -> tuple[int, str]:
    """Level and text of a heading at any depth; level 0 and the line itself if it is none.

    A single `#` needs its space (`#1` is text); more of them do not, as real files forget it.
    """
    text = line.lstrip("#")
    level = len(line) - len(text)
    if not level or (level == 1 and not text[:1].isspace()):
        return 0, line
    text = text.strip()
    opened = text.rstrip("#")
    return level, opened.rstrip() if opened != text and (not opened or opened[-1].isspace()) else text
