"""Golden sets of questions with the clauses that answer them: a JSON line per question."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from server.domain.clause import Clause
from server.domain.errors import InvalidInput

KINDS = ("answerable", "exact-term", "unanswerable")


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """One line of a golden set. Any one of `gold` is right; none means that nothing answers it."""

    question_id: str
    query: str
    gold: tuple[str, ...]  # "doc_id 제12조", or "doc_id" when any clause of the document will do
    kind: str  # one of KINDS
    distance: str = ""  # near or far, of an unanswerable one
    documents: tuple[str, ...] = ()  # a filter that goes with the query

    @property
    def answerable(self) -> bool:
        """Something in the documents answers it."""
        return bool(self.gold)

    @property
    def group(self) -> str:
        """Its kind, with the distance where there is one."""
        return f"{self.kind}:{self.distance}" if self.distance else self.kind


def read_golden(path: Path) -> tuple[Question, ...]:
    """A JSONL golden set. Raises InvalidInput with the line's number."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(
            f"golden set cannot be read: {path} ({error})", remedy="name a JSONL file of questions"
        ) from error
    return tuple(_question(line, number, path) for number, line in enumerate(lines, 1) if line.strip())


def add_question(path: Path, question: Question) -> None:
    """Append one line; the file is made when it does not exist."""
    line = {
        "id": question.question_id,
        "query": question.query,
        "gold": list(question.gold),
        "kind": question.kind,
        **({"distance": question.distance} if question.distance else {}),
        **({"documents": list(question.documents)} if question.documents else {}),
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def is_gold(clause: Clause, gold: Iterable[str]) -> bool:
    """Does one of the references name the clause? doc_id may be its last path part."""
    return is_named(clause.doc_id, clause.number, gold)


def is_named(doc_id: str, number: str, gold: Iterable[str]) -> bool:
    """The same for a clause that is not at hand."""
    return not set(gold).isdisjoint(references(doc_id, number))


def _question(line: str, number: int, path: Path) -> Question:
    try:
        values = json.loads(line)
        gold, kind = _texts(values["gold"]), values.get("kind")
        question = Question(
            question_id=str(values["id"]),
            query=str(values["query"]),
            gold=gold,
            kind=str(kind or ("answerable" if gold else "unanswerable")),
            distance=str(values.get("distance") or ""),
            documents=_texts(values.get("documents", [])),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInput(
            f"{path}, line {number}: {error!s}", remedy="each line needs id, query, gold and kind"
        ) from error
    if question.kind not in KINDS:
        raise InvalidInput(
            f"{path}, line {number}: unknown kind {question.kind!r}", remedy=f"one of {', '.join(KINDS)}"
        )
    return question


def references(doc_id: str, number: str) -> tuple[str, ...]:
    """Every way to name a clause in a golden set; the last two name its whole document."""
    short = doc_id.rsplit("/", 1)[-1]
    return (f"{doc_id} {number}", f"{short} {number}", doc_id, short)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError("gold and documents are lists of texts")
    return tuple(value)
