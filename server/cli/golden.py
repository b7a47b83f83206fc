"""`clausecard golden check | add`."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from server.apps.evaluation.golden import Question, add_question, read_golden
from server.apps.evaluation.golden_check import GoldenProblem, Named, check_items, check_questions
from server.apps.evaluation.items_golden import read_golden_items
from server.cli.house import open_house
from server.cli.output import Exit, JsonFlag, emit_json, out, table
from server.domain.clause import Clause
from server.domain.errors import InvalidInput
from server.domain.plain import as_json
from server.main import House

golden_app = typer.Typer(help="Make and check golden sets.", no_args_is_help=True)
PAGE = 1_000  # clauses of a document that are read at a time
File = Annotated[Path, typer.Argument(help="A JSONL file of questions, or of item labels.")]


@golden_app.command()
def check(file: File, *, json_: JsonFlag = False) -> None:
    """Look for unknown clauses, names that are not literal, doubles, and leaked clause wording."""
    with open_house() as house:
        named = Named(_clauses(house))
        if _holds_items(file):
            golden = read_golden_items(file)
            cases, problems = len(golden), check_items(golden, named)
        else:
            questions = read_golden(file)
            cases, problems = len(questions), check_questions(questions, named)
        if json_:
            emit_json({"file": file.name, "cases": cases, "problems": as_json(problems)})
        else:
            _print_problems(problems)
            out.print(f"{cases} lines, {len(problems)} problems")
        raise typer.Exit(Exit.FAILED if _faults(problems) else Exit.OK)


@golden_app.command()
def add(
    file: File,
    *,
    query: Annotated[str, typer.Option(help="What a customer would say, in a customer's words.")],
    gold: Annotated[
        list[str] | None, typer.Option(help='"doc_id clause"; repeatable. None: nothing answers it.')
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="It names an article, a form or a code.")] = False,
    distance: Annotated[str, typer.Option(help="near or far, of a question that nothing answers.")] = "",
    json_: JsonFlag = False,
) -> None:
    """Append one question, unless something is wrong with it."""
    with open_house() as house:
        held = read_golden(file) if file.exists() else ()
        kind = ("exact-term" if exact else "answerable") if gold else "unanswerable"
        question = Question(
            question_id=_next_id(held),
            query=query.strip(),
            gold=tuple(gold or ()),
            kind=kind,
            distance=distance,
        )
        _check_distance(question)
        problems = [
            one
            for one in check_questions([*held, question], Named(_clauses(house)))
            if one.case_id == question.question_id
        ]
        faults = _faults(problems)
        if not faults:
            add_question(file, question)
        if json_:
            emit_json({"added": not faults, "question": as_json(question), "problems": as_json(problems)})
        else:
            _print_problems(problems)
            out.print(Text("not added" if faults else f"added {question.question_id}", style="bold"))
        raise typer.Exit(Exit.FAILED if faults else Exit.OK)


def _clauses(house: House) -> Iterator[Clause]:
    with house.store.current() as edition:
        for document in edition.documents():
            for offset in range(0, document.clauses, PAGE):
                yield from edition.document_clauses(document.doc_id, offset=offset, limit=PAGE)


def _holds_items(file: Path) -> bool:
    """By its first line; a file that cannot be read is left to the reader's own words."""
    try:
        with file.open(encoding="utf-8") as lines:
            first = json.loads(next(lines, "{}"))
    except (OSError, ValueError):
        return False
    return isinstance(first, dict) and "clause_text" in first


def _check_distance(question: Question) -> None:
    if not question.query:
        raise InvalidInput("the question is empty", remedy="give --query its text")
    if question.distance not in {"", "near", "far"} or (question.distance and question.gold):
        raise InvalidInput(
            f"--distance {question.distance} does not fit",
            remedy="near or far, and only for a question without --gold",
        )


def _next_id(held: Sequence[Question]) -> str:
    """The last id counted on; its prefix and width stay."""
    last = held[-1].question_id if held else "q-000"
    digits = len(last) - len(last.rstrip("0123456789"))
    prefix, number = last[: len(last) - digits], int(last[len(last) - digits :] or 0)
    taken = {one.question_id for one in held}
    while f"{prefix}{number:0{digits}}" in taken or number == 0:
        number += 1
    return f"{prefix}{number:0{digits}}"


def _faults(problems: Sequence[GoldenProblem]) -> list[GoldenProblem]:
    return [one for one in problems if not one.is_warning]


def _print_problems(problems: Sequence[GoldenProblem]) -> None:
    if problems:
        rows = [
            (
                Text("warning" if one.is_warning else "problem", style="yellow" if one.is_warning else "red"),
                one.case_id,
                one.reason,
                one.detail,
            )
            for one in problems
        ]
        table("Problems", ("", "line", "what", "where"), rows)
