"""What is wrong with a golden set: duplicates, unknown clauses, leaked wording, names not literal."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from server.apps.evaluation.golden import Question, references
from server.apps.evaluation.items_golden import GoldenItems
from server.apps.retrieval.text import flatten, has_hangul, nfc
from server.domain.clause import Clause

LEAKED_CHARACTERS = 9  # of a Korean question; a longer run of the clause's own wording is not spoken
LEAKED_WORDS = 5  # the same in English and Russian
_WORD = re.compile(r"\w+")

Reason = Literal[
    "duplicate_id",
    "duplicate_query",
    "duplicate_clause",
    "gold_without_kind",
    "no_such_clause",
    "not_literal",
    "unknown_item",
    "other_body",
    "leaked_wording",
]
WARNINGS: frozenset[Reason] = frozenset({"leaked_wording", "other_body"})  # a person decides


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenProblem:
    """One thing that is wrong with one line."""

    case_id: str
    reason: Reason
    detail: str

    @property
    def is_warning(self) -> bool:
        """The set can be used as it is."""
        return self.reason in WARNINGS


class Named:
    """Clauses by every reference that a golden set may use."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._held: dict[str, list[Clause]] = {}
        for clause in clauses:
            for reference in dict.fromkeys(references(clause.doc_id, clause.number)):
                self._held.setdefault(reference, []).append(clause)

    def find(self, reference: str) -> Sequence[Clause]:
        """The clauses of that name; none when there is no such clause."""
        return self._held.get(reference, ())


def check_questions(questions: Sequence[Question], named: Named) -> tuple[GoldenProblem, ...]:
    """Problems in the order of the questions."""
    ids = Counter(one.question_id for one in questions)
    queries = Counter(flatten(one.query) for one in questions)
    return tuple(
        GoldenProblem(case_id=one.question_id, reason=reason, detail=detail)
        for one in questions
        for reason, detail in (*_twice(one, ids, queries), *_gold(one, named))
    )


def check_items(golden: Sequence[GoldenItems], named: Named) -> tuple[GoldenProblem, ...]:
    """The same for item labels: every name and condition stands literally in its clause's text."""
    ids = Counter(one.case_id for one in golden)
    clauses = Counter(one.clause.clause_id for one in golden)
    return tuple(
        GoldenProblem(case_id=one.case_id, reason=reason, detail=detail)
        for one in golden
        for reason, detail in _labels(one, ids, clauses, named)
    )


def shared_wording(query: str, text: str) -> str:
    """The longest run of the text that stands in the query, if it is long enough to be leaked, else ""."""
    if has_hangul(query):
        run = query[_longest_run(query, text)].strip()
        return run if len(run) > LEAKED_CHARACTERS else ""
    said = _WORD.findall(query.lower())
    words = said[_longest_run(said, _WORD.findall(text.lower()))]
    return " ".join(words) if len(words) > LEAKED_WORDS else ""


def _twice(one: Question, ids: Mapping[str, int], queries: Mapping[str, int]) -> Iterator[tuple[Reason, str]]:
    if ids[one.question_id] > 1:
        yield "duplicate_id", one.question_id
    if queries[flatten(one.query)] > 1:
        yield "duplicate_query", one.query


def _gold(one: Question, named: Named) -> Iterator[tuple[Reason, str]]:
    if one.answerable == (one.kind == "unanswerable"):
        yield "gold_without_kind", one.kind
    for reference in one.gold:
        clauses = named.find(reference)
        if not clauses:
            yield "no_such_clause", reference
        elif one.kind == "answerable":
            runs = (shared_wording(one.query, f"{clause.heading}\n{clause.body}") for clause in clauses)
            yield from (("leaked_wording", f"{reference}: {run}") for run in runs if run)


def _labels(
    one: GoldenItems, ids: Mapping[str, int], clauses: Mapping[str, int], named: Named
) -> Iterator[tuple[Reason, str]]:
    if ids[one.case_id] > 1:
        yield "duplicate_id", one.case_id
    if clauses[one.clause.clause_id] > 1:
        yield "duplicate_clause", one.clause.clause_id
    body = nfc(one.clause.body)
    for text in (*one.gold, *one.neutral, *one.conditions.values()):
        if nfc(text) not in body:
            yield "not_literal", text
    yield from (("unknown_item", name) for name in one.conditions if name not in one.gold)
    reference = f"{one.clause.doc_id} {one.clause.number}"
    indexed = named.find(reference)
    if not indexed:
        yield "no_such_clause", reference
    bodies = [nfc(clause.body) for clause in indexed]
    for name in one.gold if indexed else ():
        if not any(nfc(name) in held for held in bodies):
            yield "other_body", f"{reference} as indexed does not hold {name}"


def _longest_run(part: Sequence[str], whole: Sequence[str]) -> slice:
    """Where in `part` the longest run of neighbours lies that both have: characters, or words."""
    best_end = best = 0
    lengths = [0] * (len(whole) + 1)
    for place, one in enumerate(part, 1):
        row = [0] * (len(whole) + 1)
        for other, two in enumerate(whole, 1):
            if one == two:
                row[other] = lengths[other - 1] + 1
                if row[other] > best:
                    best, best_end = row[other], place
        lengths = row
    return slice(best_end - best, best_end)
