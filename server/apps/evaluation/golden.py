"""Golden sets: questions with the clauses that answer them, read and checked."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from server.apps.retrieval.text import flatten, nfc
from server.domain.clause import Clause
from server.domain.errors import InvalidInput

LEAKED_CHARACTERS = 12  # a longer stretch of clause wording inside a spoken question is no longer spoken


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One line of a golden set. Any one of `gold` is right; none means that nothing answers it."""

    question_id: str
    query: str
    gold: tuple[str, ...]  # "doc_id 제12조", or "doc_id" when any clause of the document will do
    kind: str  # answerable, exact-term, unanswerable
    distance: str = ""  # near or far, of an unanswerable one
    documents: tuple[str, ...] = ()  # a filter that goes with the query

    @property
    def answerable(self) -> bool:
        """Something in the documents answers it."""
        return bool(self.gold)


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenProblem:
    """What is wrong with a question."""

    question_id: str
    reason: str  # duplicate, no_such_clause, leaked_wording, gold_without_kind, not_literal
    detail: str


def read_golden(path: Path) -> tuple[Question, ...]:
    """A JSONL golden set. Raises InvalidInput with the line's number."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read", remedy="name a JSONL file of questions") from error
    return tuple(_question(line, number, path) for number, line in enumerate(lines, 1) if line.strip())


def add_question(path: Path, question: Question) -> None:
    """Append one line; the file is made when it does not exist."""
    line = {
        "id": question.question_id,
        "query": question.query,
        "gold": list(question.gold),
        "kind": question.kind,
        **({"distance": question.distance} if question.distance else {}),
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def is_gold(clause: Clause, gold: Iterable[str]) -> bool:
    """Does one of the references name the clause? doc_id may be its last path part."""
    return any(_names(reference, clause) for reference in gold)


def check_golden(questions: Sequence[Question], clauses: Sequence[Clause]) -> tuple[GoldenProblem, ...]:
    """Duplicates, references to clauses that do not exist, clause wording inside spoken questions."""
    by_reference: dict[str, list[Clause]] = {}
    for clause in clauses:
        for reference in _references(clause):
            by_reference.setdefault(reference, []).append(clause)
    return tuple(
        problem
        for one in (_duplicates(questions), _gold_problems(questions, by_reference))
        for problem in one
    )


def check_literal(names: Mapping[str, Sequence[str]], bodies: Mapping[str, str]) -> tuple[GoldenProblem, ...]:
    """Item names (by clause id) that do not stand literally in their clause's body."""
    return tuple(
        GoldenProblem(question_id=clause_id, reason="not_literal", detail=name)
        for clause_id, wanted in names.items()
        for name in wanted
        if nfc(name) not in nfc(bodies.get(clause_id, ""))
    )


def _question(line: str, number: int, path: Path) -> Question:
    try:
        values = json.loads(line)
        gold = tuple(values["gold"])
        return Question(
            question_id=str(values["id"]),
            query=values["query"],
            gold=gold,
            kind=values.get("kind", "answerable" if gold else "unanswerable"),
            distance=values.get("distance", ""),
            documents=tuple(values.get("documents", ())),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInput(
            f"{path}, line {number}: {error!s}", remedy="each line needs id, query, gold and kind"
        ) from error


def _references(clause: Clause) -> tuple[str, ...]:
    short = clause.doc_id.rsplit("/", 1)[-1]
    return (
        f"{clause.doc_id} {clause.number}",
        f"{short} {clause.number}",
        clause.doc_id,
        short,
    )


def _names(reference: str, clause: Clause) -> bool:
    return reference in _references(clause)


def _duplicates(questions: Sequence[Question]) -> Iterator[GoldenProblem]:
    queries = Counter(flatten(one.query) for one in questions)
    ids = Counter(one.question_id for one in questions)
    for one in questions:
        if ids[one.question_id] > 1 or queries[flatten(one.query)] > 1:
            yield GoldenProblem(question_id=one.question_id, reason="duplicate", detail=one.query)


def _gold_problems(
    questions: Sequence[Question], by_reference: Mapping[str, Sequence[Clause]]
) -> Iterator[GoldenProblem]:
    for one in questions:
        if one.answerable == (one.kind == "unanswerable"):
            yield GoldenProblem(question_id=one.question_id, reason="gold_without_kind", detail=one.kind)
        for reference in one.gold:
            if reference not in by_reference:
                yield GoldenProblem(question_id=one.question_id, reason="no_such_clause", detail=reference)
            elif one.kind == "answerable":
                yield from _leaks(one, by_reference[reference])


def _leaks(question: Question, clauses: Sequence[Clause]) -> Iterator[GoldenProblem]:
    for clause in clauses:
        shared = _longest_shared(question.query, f"{clause.heading}\n{clause.body}")
        if len(shared) >= LEAKED_CHARACTERS:
            yield GoldenProblem(question_id=question.question_id, reason="leaked_wording", detail=shared)


def _longest_shared(query: str, text: str) -> str:
    best = ""
    for start in range(len(query)):
        while query[start : start + len(best) + 1] in text and start + len(best) < len(query):
            best = query[start : start + len(best) + 1]
    return best
