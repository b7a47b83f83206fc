"""A line to the heading it is, by the rules of a language."""

import re
from dataclasses import dataclass

from server.apps.documents.blocks import AnyBlock, Heading, Table
from server.apps.documents.rules.values import HeadingRule, LanguageRules

OPENING, CLOSING = "(（【〔[", ")）】〕]"
MAX_BRACKETED = 200  # characters of a heading in brackets
MAX_TITLE = 100  # characters of a heading without brackets
MAX_NUMBER = 80  # characters of a heading that serves as its own number

_SEPARATOR = re.compile(r"\s*(?:[.:)–—-]\s*)?")
_SENTENCE_END = re.compile(r"[.!?;,:。]\s*$|다\s*$")
_SECTION = re.compile(r"(?P<number>\d{1,4}(?:\.\d{1,3}){1,7}|\d{1,3}(?=[.)]))[.)]?(?=\s|$)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """The beginning of a section."""

    number: str  # "" when the heading has none
    heading: str
    body: str = ""  # what follows the heading on its line
    rule: str = ""
    rank: int | None = None  # of the rule; None for a plain heading
    level: int | None = None  # of the format; None when no format marks it
    apart: bool = False
    certain: bool = True  # its form shows a heading; else only its number can
    label: str = ""  # how it stands in the path of what it encloses
    blocks: int = 1  # how many blocks it takes up


def read_start(block: AnyBlock, rules: LanguageRules) -> tuple[HeadingRule, Start] | None:
    """The rule that a block's text satisfies, whatever its neighbours say."""
    if isinstance(block, Table):
        return None
    for rule in rules.headings:
        match = rule.pattern.match(block.text)
        if (
            match
            and (isinstance(block, Heading) or not rule.marked_only)
            and (start := _apply(rule, match, block))
        ):
            return rule, start
    return None


def plain_start(block: Heading) -> Start:
    """A heading that the format marks: a section number (3.15.2) or none."""
    match = _SECTION.match(block.text)
    if match is None:
        return Start(number="", heading=block.text, level=block.level, label=block.text)
    number, heading = match["number"], block.text[match.end() :].strip()
    rank = section_rank(number)
    return Start(
        number=number, heading=heading, rank=rank, rule="section", level=block.level, label=block.text
    )


def section_start(text: str) -> Start | None:
    """A line of running text that begins with a section number: 3.15, or a lone 3. with its point."""
    match = _SECTION.match(text)
    if match is None:
        return None
    number, rest = match["number"], text[match.end() :].strip()
    heading, body = (rest, "") if is_title(rest) else ("", rest)
    return Start(
        number=number,
        heading=heading,
        body=body,
        rule="section",
        rank=section_rank(number),
        label=text[:MAX_TITLE],
    )


def section_rank(number: str) -> int:
    """Below every named rule, one deeper with each part."""
    return 60 + number.count(".")


def is_title(text: str) -> bool:
    """Short and not a sentence."""
    return len(text) <= MAX_TITLE and not _SENTENCE_END.search(text)


def _apply(rule: HeadingRule, match: re.Match[str], block: AnyBlock) -> Start | None:
    text = match.string
    rest = text[match.end() :]
    number = re.sub(r"\s+", "" if rule.compact else " ", match["number"])
    if suffix := match.groupdict().get("suffix"):
        number = f"{number}({re.sub(r'[ ]+', '', suffix)})"
    marked = isinstance(block, Heading)
    parted = _parted(rule, rest, marked=marked)
    if parted is None:
        return None
    heading, body, certain = parted
    return Start(
        number=number,
        heading=heading,
        body=body,
        rule=rule.name,
        rank=rule.rank,
        level=block.level if isinstance(block, Heading) else None,
        apart=rule.apart,
        certain=certain,
        label=text if rule.title_only or marked else number,
    )


def _parted(rule: HeadingRule, rest: str, *, marked: bool) -> tuple[str, str, bool] | None:
    """(heading, body, certain) of what follows the number; None when the line only refers to the clause."""
    if not marked and rule.reference.match(rest):
        return None
    if rule.bracketed and (inside := bracketed(rest)):
        refers = not marked and rule.particle.match(inside[1])
        return None if refers else (inside[0], inside[1].strip(), True)
    separator = _SEPARATOR.match(rest)
    rest = rest[separator.end() :] if separator else rest
    if marked or rule.title_only:
        inside = bracketed(rest)
        heading = inside[0] if inside and not inside[1] else rest
        return (heading, "", True) if marked or is_title(rest) else None
    titled = is_title(rest) and not rule.untitled.fullmatch(rest)
    certain = not rest or (titled and not rule.compact)
    return (rest, "", certain) if titled else ("", rest, certain)


def bracketed(rest: str) -> tuple[str, str] | None:
    """`(heading) body` with brackets inside the heading told apart; None if it does not begin with one."""
    text = rest.lstrip()
    if not text or text[0] not in OPENING:
        return None
    depth = 0
    for at, character in enumerate(text[:MAX_BRACKETED]):
        depth += (character in OPENING) - (character in CLOSING)
        if depth == 0:
            return text[1:at].strip(), text[at + 1 :]
    return None
