"""`clausecard eval retrieval | items | ask`."""

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from server.apps.evaluation.ask import evaluate_ask
from server.apps.evaluation.golden import read_golden
from server.apps.evaluation.items import evaluate_items
from server.apps.evaluation.items_golden import read_golden_items
from server.apps.evaluation.result import Case, EvaluationResult
from server.apps.evaluation.retrieval import evaluate_retrieval, frozen_hits
from server.cli.calibrate import calibrate
from server.cli.evaluation_conditions import (
    Picker,
    Schema,
    Watched,
    evaluated_pickers,
    retrievers,
    unrecorded,
)
from server.cli.evaluation_output import (
    Golden,
    Limit,
    counting,
    delivered,
    limited,
    write_text,
)
from server.cli.house import open_house
from server.domain.answer import Answer
from server.domain.query import Query

eval_app = typer.Typer(help="Measure on a golden set: JSON, tables, a report.", no_args_is_help=True)
eval_app.command()(calibrate)


@eval_app.command()
@delivered
def retrieval(
    *,
    golden: Golden,
    limit: Limit = None,
    legs: Annotated[bool, typer.Option(help="Also what each leg contributes.")] = True,
    freeze: Annotated[Path | None, typer.Option(help="Write each question's hits, a JSON line each.")] = None,
) -> EvaluationResult:
    """Recall, rank, refusals and latency; lexical alone, and with the dense leg where it is on."""
    with open_house() as house:
        questions = limited(read_golden(golden), limit)
        house.analyser.warm()
        with counting("questions", len(questions) * (1 if house.embedder is None else 2)) as advance:
            ways = retrievers(house, advance)
            result = evaluate_retrieval(ways, questions, golden=golden.name, legs=legs)
        if freeze is not None:
            write_text(freeze, _json_lines(frozen_hits(result)))
        return result


@eval_app.command()
@delivered
def items(
    *,
    golden: Golden,
    limit: Limit = None,
    picker: Annotated[list[Picker] | None, typer.Option(help="Default: rules. Repeatable.")] = None,
    model: Annotated[list[str] | None, typer.Option(help="Default: GENERATION_MODEL. Repeatable.")] = None,
    schema: Annotated[list[Schema] | None, typer.Option(help="Default: closed. Repeatable.")] = None,
    no_schema: Annotated[bool, typer.Option("--no-schema", help="The same as --schema none.")] = False,
    predictions: Annotated[
        Path | None,
        typer.Option(help="Write the names that the last condition showed, a JSON line a clause."),
    ] = None,
) -> EvaluationResult:
    """Precision, recall and what the gates caught; every condition reads the same clauses of the file."""
    with open_house() as house:
        labelled = limited(read_golden_items(golden), limit)
        schemas: list[Schema] = [*(schema or []), *([Schema.NONE] if no_schema else [])]
        house.analyser.warm()

        async def measure() -> EvaluationResult:
            async with evaluated_pickers(
                house, picker or [Picker.RULES], schemas or [Schema.CLOSED], model or []
            ) as made:
                with counting("clauses", len(labelled) * len(made)) as advance:
                    watched = {name: Watched(picker=one, advance=advance) for name, one in made.items()}
                    return await evaluate_items(labelled, watched, house.policy, name=golden.name)

        result = asyncio.run(measure())
        if predictions is not None:
            write_text(predictions, _json_lines(map(_prediction, result.conditions[-1].cases)))
        return result


@eval_app.command()
@delivered
def ask(
    *,
    golden: Golden,
    limit: Limit = None,
    temperature: float = 0.0,
) -> EvaluationResult:
    """Citations, support and refusals of answers, by rules and the golden set; no model judges."""
    with open_house() as house, asyncio.Runner() as runner:
        questions = limited(read_golden(golden), limit)
        asker = unrecorded(house)
        house.analyser.warm()
        with counting("questions", len(questions)) as advance:

            def answer(query: Query, request_id: str) -> Answer:
                advance()
                story = asker.ask(query, request_id=request_id, temperature=temperature, explain=True)
                return runner.run(story)

            try:
                name = house.settings.generation_model or "without a model"
                result = evaluate_ask({name: answer}, questions, golden=golden.name)
            finally:
                runner.run(house.aclose())
        return result


def _prediction(case: Case) -> dict[str, object]:
    shown = case.detail["shown"]
    return {"id": case.case_id, "items": [name for name, _ in shown] if isinstance(shown, list) else []}


def _json_lines(rows: Iterable[object]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
