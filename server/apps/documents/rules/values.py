"""The shape of the rule tables; a language is a value of LanguageRules and nothing else."""

import re
from dataclasses import dataclass

from server.domain.clause import Language

NEVER = re.compile(r"(?!)")
ARTICLE_RANK = 50  # of articles; what has a smaller one encloses them


@dataclass(frozen=True, kw_only=True, slots=True)
class HeadingRule:
    """One kind of numbered heading.

    `pattern` matches at the start of a line and names the group `number`; what follows it is the
    rest. A line that no format marks as a heading is one only if its rest is not a `reference`
    ("Section 5 of this agreement") and its number comes after the one before.
    """

    name: str
    pattern: re.Pattern[str]
    rank: int  # smaller encloses larger
    title_only: bool = False  # the whole rest is the heading (chapters); else a body may follow on the line
    bracketed: bool = False  # the heading stands in brackets right after the number
    particle: re.Pattern[str] = (
        NEVER  # after the bracket: the line goes on about that clause, it is no heading
    )
    reference: re.Pattern[str] = NEVER
    marked_only: bool = False  # only where the format marks a heading; too common in running text
    untitled: re.Pattern[str] = NEVER  # a rest without brackets that is a body, however short
    compact: bool = False  # the number is cited without spaces: 제12조의2
    apart: bool = False  # clauses below it are cited with it, and their numbers begin anew: 부칙


@dataclass(frozen=True, kw_only=True, slots=True)
class LanguageRules:
    """All that the splitter knows about one language."""

    language: Language
    headings: tuple[HeadingRule, ...]
    question: re.Pattern[str]  # groups: label, text
    answer: re.Pattern[str]  # its label only
    notes: tuple[re.Pattern[str], ...]  # amendment notes, taken out of headings and bodies
    repealed: re.Pattern[str]  # a whole line, its notes taken out, that says it is repealed
    repeal_evidence: re.Pattern[str]  # what the same line must hold with its notes
    paragraph: str  # what a clause is called in a text without headings; {n} counts from 1
    preamble: str  # what stands before the first heading
