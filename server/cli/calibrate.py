"""`clausecard eval calibrate`."""

from pathlib import Path
from typing import Annotated

import typer

from server.apps.evaluation.answer_fit import measure_questions, withheld
from server.apps.evaluation.calibrate import Curve, Purpose, fit_calibration
from server.apps.evaluation.calibration_result import calibration_result
from server.apps.evaluation.golden import read_golden
from server.apps.evaluation.result import EvaluationResult
from server.apps.retrieval.calibration import LEXICAL, calibration_json
from server.apps.retrieval.measured import Measured
from server.apps.retrieval.retriever import Retriever
from server.cli.evaluation_output import Golden, counting, delivered, write_text
from server.cli.house import open_house
from server.domain.query import Query


@delivered
def calibrate(
    *,
    golden: Golden,
    write: Annotated[Path, typer.Option(help="Where the calibration goes; CLAUSECARD_CALIBRATION reads it.")],
    false_answers: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Share of unanswerable questions that may be answered.")
    ] = 0.1,
    curve: Annotated[Curve, typer.Option(help="How a score becomes a probability.")] = "logistic",
    withhold: Annotated[
        bool,
        typer.Option("--withhold", help="Also ask each question as if its gold clauses were not there."),
    ] = False,
) -> EvaluationResult:
    """Fit scores to probabilities and thresholds; needs questions that nothing answers."""
    with open_house() as house:
        questions = read_golden(golden)
        house.analyser.warm()
        # without the calibration of the settings: it may be the stale one that is to be replaced
        retriever = Retriever(index=house.store, analyser=house.analyser, embedder=house.embedder)
        with counting("questions", len(questions)) as advance:

            def measure(query: Query) -> Measured:
                advance()
                return retriever.measure(query)

            samples = measure_questions(measure, questions)
        if withhold:
            samples += tuple(withheld(one) for one in samples if one.candidates.gold.any())
        purpose = Purpose(
            embedder_id=house.embedder.embedder_id if house.embedder else LEXICAL,
            analyser_version=house.analyser.version,
            golden=golden.name,
            false_answers=false_answers,
            curve=curve,
        )
        fitted = fit_calibration(samples, purpose)
        write_text(write, calibration_json(fitted.calibration) + "\n")
        texts = {one.question.question_id: one.question.query for one in samples}
        return calibration_result(fitted, golden=golden.name, texts=texts)
