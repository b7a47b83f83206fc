"""Fits the packaged calibrations anew and writes them where the package reads them.

Headed shape: our development questions over ko-small, measured with the whole everyday table and twice
with 40 % of it left out at random, since customers use words that no table has. Plain shape: passages of
the question-answering sets; each question once more with its answer withheld, and questions that meet
documents of another matter. To be run after any change of analyser, features or tables.
"""

import random
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

from ai.apps.embedding.e5 import E5Embedder
from server.adapters.kiwi.morphology import KiwiMorphology
from server.apps.evaluation.answer_fit import Sample, measure_questions, withheld
from server.apps.evaluation.calibrate import Purpose, fit_calibration
from server.apps.evaluation.golden import read_golden
from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.calibration import LEXICAL, PACKAGED, Calibration, Shape, calibration_json
from server.apps.retrieval.retriever import Retriever
from server.apps.retrieval.synonyms import packaged_synonyms
from server.ports.embedder import Embedder
from tests.campaigns.retrieval_quality import PASSAGES, ROOT, SHARED, built, golden_sets, passages_as_clauses

DATA = ROOT / "server" / "apps" / "retrieval" / "data"
LEFT_OUT = 0.4  # of the everyday table
THINNED = 2  # times
HEADED_FALSE_ANSWERS = 0.1
PLAIN_FALSE_ANSWERS = 0.3  # of questions whose neighbours are there and whose answer is not


def run() -> dict[str, object]:
    """Figures of both fits; says so where the data is absent."""
    if not SHARED.is_dir():
        return {"skipped": "../shared/data does not exist"}
    morphology, table = KiwiMorphology(), packaged_synonyms()
    whole = ScriptAnalyser(morphology, table)
    chance = random.Random(7)
    thin = [
        ScriptAnalyser(morphology, [one for one in table if chance.random() > LEFT_OUT])
        for _ in range(THINNED)
    ]
    plain = fitted(plain_samples(whole), LEXICAL, whole, PLAIN_FALSE_ANSWERS)
    figures: dict[str, object] = {f"plain: {name}": value for name, value in plain.figures.items()}
    embedder = E5Embedder()
    for name, used in ((LEXICAL, None), ("e5", embedder)):
        samples = headed_samples([whole, *thin], embedder, used)
        headed = fitted(samples, used.embedder_id if used else LEXICAL, whole, HEADED_FALSE_ANSWERS)
        answers = {**headed.answers, Shape.PLAIN: plain.answers[Shape.PLAIN]}
        text = calibration_json(replace(headed, answers=answers)) + "\n"
        (DATA / PACKAGED[name]).write_text(text, "utf-8")
        figures |= {f"{name}: {figure}": value for figure, value in headed.figures.items()}
    return figures


def fitted(
    samples: list[Sample], embedder_id: str, analyser: ScriptAnalyser, false_answers: float
) -> Calibration:
    purpose = Purpose(
        embedder_id=embedder_id,
        analyser_version=analyser.version,
        golden=f"dev-questions-ko-small; plain shape: {', '.join(PASSAGES)}",
        false_answers=false_answers,
    )
    return fit_calibration(samples, purpose).calibration


def headed_samples(
    analysers: list[ScriptAnalyser], indexed_with: Embedder, used: Embedder | None
) -> list[Sample]:
    questions = read_golden(golden_sets()["our development questions"])
    with closing(built("ko-small", SHARED / "ko-small" / "docs", analysers[0], indexed_with)) as store:
        return [
            replace(
                one,
                question=replace(one.question, question_id=f"{one.question.question_id}/{place}"),
            )
            for place, analyser in enumerate(analysers)
            for one in measure_questions(
                Retriever(index=store, analyser=analyser, embedder=used).measure, questions
            )
        ]


def plain_samples(analyser: ScriptAnalyser) -> list[Sample]:
    samples: list[Sample] = []
    with ExitStack() as opened:
        ours = opened.enter_context(closing(built("samples", ROOT / "samples" / "documents", analyser, None)))
        elsewhere = Retriever(index=ours, analyser=analyser).measure
        for name in PASSAGES:
            questions = read_golden(SHARED / "qa" / name / "queries.jsonl")
            store = opened.enter_context(closing(built(name, passages_as_clauses(name), analyser, None)))
            measured = measure_questions(Retriever(index=store, analyser=analyser).measure, questions)
            samples += [*measured, *(withheld(one) for one in measured if one.candidates.gold.any())]
            if name.endswith("xquad"):
                strangers = [replace(one, gold=(), kind="unanswerable") for one in questions[::2]]
                samples += measure_questions(elsewhere, strangers)
    return samples


if __name__ == "__main__":
    for figure, value in run().items():
        print(f"{figure}: {value}")
    print(f"written to {Path(DATA).relative_to(ROOT)}")
