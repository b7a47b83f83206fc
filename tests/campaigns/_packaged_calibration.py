"""Fits the packaged calibrations anew and writes them where the package reads them.

Headed shape: our development questions over ko-small, measured with the whole everyday table and twice
with 40 % of it left out at random, since customers use words that no table has; and over each half of
ko-small's offices, where the questions of the other half find the same procedures and no answer. Plain
shape: passages of the question-answering sets; each question once more with its answer withheld, and
questions that meet documents of another matter. To be run after any change of analyser, features or tables.
"""

import random
import shutil
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

from ai.apps.embedding.e5 import E5Embedder
from server.adapters.editions.layout import KEPT_VECTORS
from server.adapters.editions.store import EditionStore
from server.adapters.kiwi.morphology import KiwiMorphology
from server.adapters.kiwi.word_by_word import WordByWord
from server.apps.evaluation.answer_fit import Sample, measure_questions, withheld
from server.apps.evaluation.calibrate import Purpose, fit_calibration
from server.apps.evaluation.golden import Question, read_golden
from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.calibration import LEXICAL, PACKAGED, calibration_json
from server.apps.retrieval.retriever import Retriever
from server.apps.retrieval.synonyms import packaged_synonyms
from server.ports.embedder import Embedder
from tests.campaigns.retrieval_quality import (
    CACHE,
    PASSAGES,
    ROOT,
    SHARED,
    built,
    golden_sets,
    passages_as_clauses,
)

DATA = ROOT / "server" / "apps" / "retrieval" / "data"
LEFT_OUT = 0.4  # of the everyday table
THINNED = 2  # times
HALVES = 2  # of the offices
FALSE_ANSWERS = {LEXICAL: 0.24, "e5": 0.2}  # of a mixture with strangers and words that no table has (0310)
"""With these, both legs refuse the same share of the answers."""

PLAIN_FALSE_ANSWERS = 0.3  # of questions whose neighbours are there and whose answer is not


def run() -> dict[str, object]:
    """Figures of both fits; says so where the data is absent."""
    if not SHARED.is_dir():
        return {"skipped": "../shared/data does not exist"}
    morphology, table = WordByWord(KiwiMorphology()), packaged_synonyms()
    whole = ScriptAnalyser(morphology, table)
    chance = random.Random(7)
    thin = [
        ScriptAnalyser(morphology, [one for one in table if chance.random() > LEFT_OUT])
        for _ in range(THINNED)
    ]
    embedder = E5Embedder()
    figures: dict[str, object] = {}
    for name, used in ((LEXICAL, None), ("e5", embedder)):
        samples = [*headed_samples([whole, *thin], embedder, used), *plain_samples(whole, embedder, used)]
        purpose = Purpose(
            embedder_id=used.embedder_id if used else LEXICAL,
            analyser_version=whole.version,
            golden=f"dev-questions-ko-small; plain shape: {', '.join(PASSAGES)}",
            false_answers=FALSE_ANSWERS[name],
            plain_false_answers=PLAIN_FALSE_ANSWERS,
        )
        calibration = fit_calibration(samples, purpose).calibration
        (DATA / PACKAGED[name]).write_text(calibration_json(calibration) + "\n", "utf-8")
        figures |= {f"{name}: {figure}": value for figure, value in calibration.figures.items()}
    return figures


def headed_samples(
    analysers: list[ScriptAnalyser], indexed_with: Embedder, used: Embedder | None
) -> list[Sample]:
    questions = read_golden(golden_sets()["our development questions"])
    source = SHARED / "ko-small" / "docs"
    with closing(built("ko-small", source, analysers[0], indexed_with)) as store:
        samples = [
            one
            for place, analyser in enumerate(analysers)
            for one in asked(store, analyser, used, questions, f"{place}")
        ]
    for half in range(HALVES):
        kept = half_of_offices(half)
        known = [one if kept & documents_of(one) else stranger(one) for one in questions]
        with closing(half_index(half, kept, analysers[0], indexed_with)) as store:
            samples += asked(store, analysers[0], used, known, f"half {half}")
    return samples


def asked(
    store: EditionStore,
    analyser: ScriptAnalyser,
    used: Embedder | None,
    questions: Sequence[Question],
    variant: str,
) -> list[Sample]:
    measured = measure_questions(Retriever(index=store, analyser=analyser, embedder=used).measure, questions)
    return [
        replace(one, question=replace(one.question, question_id=f"{one.question.question_id}/{variant}"))
        for one in measured
    ]


def half_of_offices(half: int) -> frozenset[str]:
    """The documents of every second office (category) of ko-small."""
    rows = [row.split("\t") for row in (SHARED / "ko-small" / "docs.tsv").read_text("utf-8").splitlines()[1:]]
    offices = sorted({row[2] for row in rows})
    return frozenset(row[0] for row in rows if offices.index(row[2]) % HALVES == half)


def half_index(half: int, kept: frozenset[str], analyser: ScriptAnalyser, embedder: Embedder) -> EditionStore:
    """Copies under build/, with the vectors that the whole index has made."""
    folder, editions = CACHE / f"half-{half}-docs", CACHE / f"half-{half}"
    folder.mkdir(parents=True, exist_ok=True)
    editions.mkdir(parents=True, exist_ok=True)
    for doc_id in kept:
        shutil.copy(SHARED / "ko-small" / "docs" / f"{doc_id}.md", folder)
    shutil.copy(CACHE / "ko-small" / KEPT_VECTORS, editions)
    return built(f"half-{half}", folder, analyser, embedder)


def documents_of(question: Question) -> frozenset[str]:
    return frozenset(reference.split(" ", 1)[0] for reference in question.gold)


def stranger(question: Question) -> Question:
    """The same question where nothing answers it."""
    return replace(question, gold=(), kind="unanswerable", distance=question.distance or "near")


def plain_samples(analyser: ScriptAnalyser, indexed_with: Embedder, used: Embedder | None) -> list[Sample]:
    samples: list[Sample] = []
    with ExitStack() as opened:

        def measured(name: str, source: Path, questions: Sequence[Question]) -> Sequence[Sample]:
            store = opened.enter_context(closing(built(name, source, analyser, indexed_with)))
            return measure_questions(
                Retriever(index=store, analyser=analyser, embedder=used).measure, questions
            )

        for name in PASSAGES:
            questions = read_golden(SHARED / "qa" / name / "queries.jsonl")
            answered = measured(name, passages_as_clauses(name), questions)
            samples += [*answered, *(withheld(one) for one in answered if one.candidates.gold.any())]
            if name.endswith("xquad"):
                strangers = [stranger(one) for one in questions[::2]]
                samples += measured("samples", ROOT / "samples" / "documents", strangers)
    return samples


if __name__ == "__main__":
    for figure, value in run().items():
        print(f"{figure}: {value}")
    print(f"written to {Path(DATA).relative_to(ROOT)}")
