"""Which blocks begin a section: marked headings, rule lines, section numbers, questions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from server.apps.documents.blocks import AnyBlock, Heading, ListItem, Table
from server.apps.documents.body import without_notes
from server.apps.documents.headings import Start, plain_start, read_start, section_start
from server.apps.documents.numbers import Number, comes_after, continues, follows, parts
from server.apps.documents.questions import question_starts
from server.apps.documents.rules.values import ARTICLE_RANK, HeadingRule, LanguageRules


def find_starts(blocks: Sequence[AnyBlock], rules: LanguageRules) -> Mapping[int, Start]:
    """Starts by the place of their block."""
    bare = [_bare(block, rules) for block in blocks]
    starts = _ruled(bare, rules)
    if not any((start.rank or 0) >= ARTICLE_RANK and start.rule != "section" for start in starts.values()):
        starts = {**_numbered(bare, starts), **starts}
    return {**starts, **question_starts(bare, rules, starts)}


def _bare(block: AnyBlock, rules: LanguageRules) -> AnyBlock:
    """The block without amendment notes, so that `제5조 (요금) <개정 …>` is a plain heading."""
    return block if isinstance(block, Table) else replace(block, text=without_notes(block.text, rules))


def _ruled(blocks: Sequence[AnyBlock], rules: LanguageRules) -> dict[int, Start]:
    found = {at: ruled for at, block in enumerate(blocks) if (ruled := read_start(block, rules))}
    bounds = _bounds(blocks, found)
    starts: dict[int, Start] = {}
    last: dict[str, Number] = {}
    for at, block in enumerate(blocks):
        if at in found:
            rule, start = found[at]
            if isinstance(block, Heading) or _in_order(rule, start, last.get(rule.name), bounds.get(at)):
                starts[at] = start
                last = {} if rule.apart else {**last, rule.name: parts(start.number)}
        elif isinstance(block, Heading):
            starts[at] = plain_start(block)
    return starts


def _bounds(blocks: Sequence[AnyBlock], found: Mapping[int, tuple[HeadingRule, Start]]) -> dict[int, Number]:
    """For each rule line the number of the next one of its rule that the format marks as a heading."""
    bounds: dict[int, Number] = {}
    following: dict[str, Number] = {}
    for at in sorted(found, reverse=True):
        rule, start = found[at]
        if rule.apart:
            following = {}
        elif isinstance(blocks[at], Heading):
            following[rule.name] = parts(start.number)
        elif rule.name in following:
            bounds[at] = following[rule.name]
    return bounds


def _in_order(rule: HeadingRule, start: Start, last: Number | None, bound: Number | None) -> bool:
    """A line is a heading only where its number is due; an uncertain one only where it is the very next."""
    number = parts(start.number)
    if rule.apart:
        return True
    if bound is not None and not number < bound:
        return False
    return comes_after(last, number) if start.certain else follows(last, number)


def _numbered(blocks: Sequence[AnyBlock], starts: Mapping[int, Start]) -> dict[int, Start]:
    """Lines that begin with 3.15 and continue one sequence; a lone one is a figure, not a section."""
    candidates = [
        (at, start, parts(start.number))
        for at, block in enumerate(blocks)
        if at not in starts and not isinstance(block, Table) and (start := section_start(block.text))
    ]
    last: Number | None = None
    found: dict[int, Start] = {}
    for place, (at, start, number) in enumerate(candidates):
        after = candidates[place + 1][2] if place + 1 < len(candidates) else ()
        single = isinstance(blocks[at], ListItem) and len(number) == 1
        if (not single or after[:1] == number) and continues(last, number):
            found[at], last = start, number
    return found if len(found) >= 2 else {}
