"""Which blocks begin a section: marked headings, rule lines, section numbers, questions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from server.apps.documents.blocks import AnyBlock, Heading, ListItem, Table
from server.apps.documents.body import without_notes
from server.apps.documents.headings import Start, plain_start, read_start, section_start
from server.apps.documents.numbers import Number, comes_after, continues, follows, parts
from server.apps.documents.questions import question_starts
from server.apps.documents.rules.values import HeadingRule, LanguageRules

ARTICLE_RANK = 50


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
    marked = {rule.name for at, (rule, _) in found.items() if isinstance(blocks[at], Heading)}
    starts: dict[int, Start] = {}
    last: dict[str, Number] = {}
    apart = False
    for at, block in enumerate(blocks):
        if at in found:
            rule, start = found[at]
            hidden = rule.name in marked and not apart and not rule.apart
            if isinstance(block, Heading) or (not hidden and _in_order(rule, start, last)):
                starts[at] = start
                apart = rule.apart or (
                    apart and not (isinstance(block, Heading) and rule.rank < ARTICLE_RANK)
                )
                last = {} if rule.apart else {**last, rule.name: parts(start.number)}
        elif isinstance(block, Heading):
            starts[at] = plain_start(block)
    return starts


def _in_order(rule: HeadingRule, start: Start, last: Mapping[str, Number]) -> bool:
    """A line is a heading only where its number is due; one with body and no heading, exactly then."""
    before, number = last.get(rule.name), parts(start.number)
    if start.heading or rule.apart or not start.body:
        return rule.apart or comes_after(before, number)
    return follows(before, number)


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
        if (not single or after == (*number, 1)) and continues(last, number):
            found[at], last = start, number
    return found if len(found) >= 2 else {}
