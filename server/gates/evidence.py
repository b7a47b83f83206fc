"""The clauses that a sentence cites, prepared for literal look-ups."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.answer import Extract
from server.gates.dates import same_date
from server.gates.facts import Fact, find_facts
from server.gates.statements import Statement, split_statements
from server.gates.words import Lexicon, Tokenise, Word

_CONFLICTS = frozenset(
    frozenset(pair)
    for pair in (
        ("upper", "lower"), ("upper", "ge"), ("upper", "gt"), ("le", "lower"), ("le", "ge"), ("le", "gt"),
        ("lt", "lower"), ("lt", "ge"), ("lt", "gt"), ("le", "lt"), ("ge", "gt"), ("before", "after"),
        ("upper", "after"), ("lower", "before"),
    )
)  # fmt: skip


_LIMITS = frozenset({"le", "lt", "ge", "gt"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """One cited clause. Its heading and title speak for words, its number for facts, its text for all."""

    extract: Extract
    statements: tuple[Statement, ...]
    neutral: frozenset[str]  # morphemes of heading and title
    heading_facts: tuple[Fact, ...]
    squeezed: str  # text, heading and title without white space, lower case
    starts: frozenset[int]  # places in `squeezed` where a word begins
    morphemes: tuple[str, ...]

    @property
    def subjects(self) -> frozenset[str]:
        """What single statements of the text are about; a heading that names two of them binds neither."""
        return frozenset(form for statement in self.statements for form in statement.own_subject)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Facts of the text, the clause's number and its heading."""
        return tuple(fact for statement in self.statements for fact in statement.facts) + self.heading_facts


def read_evidence(extract: Extract, tokenise: Tokenise, lexicon: Lexicon) -> Evidence:
    """Cut one extract into statements and index its words."""
    heading = f"{extract.document}\n{extract.clause} {extract.heading}"
    statements = split_statements(extract.text, tokenise, lexicon)
    head_words = tokenise(heading)
    squeezed, starts = _squeeze(f"{heading}\n{extract.text}")
    return Evidence(
        extract=extract,
        statements=statements,
        neutral=frozenset(part for word in head_words for part in (word.form, *word.parts)),
        heading_facts=find_facts(f"{extract.clause} {extract.heading}", lexicon),
        squeezed=squeezed,
        starts=starts,
        morphemes=tuple(part for word in (*head_words, *tokenise(extract.text)) for part in word.parts),
    )


def holds_word(evidence: Evidence, word: Word) -> bool:
    """Literally there: its morphemes in a row, or its spelling from a word's start on.

    So `나무은행` is not in `소나무은행`.
    """
    size = len(word.parts)
    rows = evidence.morphemes
    if any(rows[place : place + size] == word.parts for place in range(len(rows) - size + 1)):
        return True
    return len(word.form) > 1 and any(
        match.start() in evidence.starts for match in re.finditer(re.escape(word.form), evidence.squeezed)
    )


def in_statement(statement: Statement, word: Word) -> bool:
    """Whether a statement says this word, alone or inside a compound."""
    if word.form in statement.forms:
        return True
    parts = tuple(part for other in statement.words for part in other.parts)
    size = len(word.parts)
    return any(parts[place : place + size] == word.parts for place in range(len(parts) - size + 1))


def fact_fault(claimed: Fact, given: Sequence[Fact]) -> str:
    """Empty, or fact_missing, unit_changed, bound_changed: the nearest that was found."""
    same_value = [fact for fact in given if _same_value(claimed, fact)]
    if not same_value:
        return "fact_missing"
    same_unit = [fact for fact in same_value if not _units_differ(claimed.unit, fact.unit)]
    if not same_unit:
        return "unit_changed"
    if all(bounds_conflict(claimed.bounds, fact.bounds) for fact in same_unit):
        return "bound_changed"
    return ""


def bounds_conflict(claimed: frozenset[str], given: frozenset[str]) -> bool:
    """Whether two bounds exclude each other: within against at least, under against at most."""
    if not given and claimed & _LIMITS:
        return True  # "under six" is not said of "aged six"
    return any(
        frozenset({left, right}) in _CONFLICTS for left in claimed - given for right in given - claimed
    )


def _same_value(claimed: Fact, given: Fact) -> bool:
    if claimed.kind != given.kind:
        return False
    if claimed.kind == "date":
        return same_date(claimed.value, given.value)
    return claimed.value == given.value


def _units_differ(claimed: str, given: str) -> bool:
    """A claimed unit must be given; only counts (2부) may be given as a bare number."""
    return bool(claimed) and claimed != given and not (not given and claimed.startswith("count/"))


def _squeeze(text: str) -> tuple[str, frozenset[int]]:
    squeezed: list[str] = []
    starts: set[int] = set()
    fresh = True
    for char in unicodedata.normalize("NFC", text).lower():
        if char.isspace():
            fresh = True
            continue
        if fresh or not char.isalnum():
            starts.add(len(squeezed) + (0 if char.isalnum() else 1))
        squeezed.append(char)
        fresh = False
    return "".join(squeezed), frozenset(starts)
