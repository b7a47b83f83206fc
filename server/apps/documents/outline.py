"""Starts to sections: what each encloses, and under which headings it stands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from server.apps.documents.blocks import AnyBlock, ListItem, Table
from server.apps.documents.headings import Start

SHORT_PARAGRAPH = 40  # characters; a shorter one goes with what follows it


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """A run of blocks that becomes at most one clause."""

    start: Start | None  # None before the first heading, and in a text without headings
    blocks: tuple[AnyBlock, ...]  # those of the start included
    above: tuple[Start, ...]  # outermost first


def sections(blocks: Sequence[AnyBlock], starts: Mapping[int, Start]) -> Iterator[Section]:
    """Every block in exactly one section, in order. An empty preamble is left out."""
    first = min(starts, default=len(blocks))
    if first:
        yield Section(start=None, blocks=tuple(blocks[:first]), above=())
    stack: list[Start] = []
    places = [*sorted(starts), len(blocks)]
    for at, end in pairwise(places):
        start = starts[at]
        while stack and not _encloses(stack[-1], start):
            stack.pop()
        yield Section(start=start, blocks=tuple(blocks[at:end]), above=tuple(stack))
        stack.append(start)


def paragraphs(blocks: Sequence[AnyBlock]) -> Iterator[Section]:
    """Sections of a text without headings: paragraphs, with the lists and tables that belong to them."""
    run: list[AnyBlock] = []
    for block in blocks:
        if run and block.after_gap and not isinstance(block, ListItem | Table) and not _leads_on(run):
            yield Section(start=None, blocks=tuple(run), above=())
            run = []
        run.append(block)
    if run:
        yield Section(start=None, blocks=tuple(run), above=())


def _leads_on(run: Sequence[AnyBlock]) -> bool:
    last = run[-1]
    if isinstance(last, Table):
        return False
    return last.text.endswith((":", "：")) or (len(run) == 1 and len(last.text) < SHORT_PARAGRAPH)


def _encloses(outer: Start, inner: Start) -> bool:
    """Rules know their ranks; the format knows its levels; a rule's line stands below a plain heading."""
    if outer.rank is not None and inner.rank is not None:
        return outer.rank < inner.rank
    if outer.level is not None and inner.level is not None:
        return outer.level < inner.level
    return inner.level is None
