"""Retrieval over ../shared/data with the product's own code: every golden set, every leg.

The index of ko-small with its vectors is kept under build/ and reused; its first build takes about ten
minutes on one core. Texts stay where they are: nothing of them is written into the repository.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from ai.apps.embedding.e5 import E5Embedder
from server.adapters.editions.store import EditionStore
from server.adapters.kiwi.morphology import KiwiMorphology
from server.adapters.kiwi.word_by_word import WordByWord
from server.apps.documents.source import open_source
from server.apps.documents.splitter import SPLITTER_VERSION
from server.apps.evaluation.golden import Question, read_golden
from server.apps.evaluation.result import EvaluationResult
from server.apps.evaluation.retrieval import evaluate_retrieval
from server.apps.index.build import build_edition
from server.apps.index.recipe import Recipe
from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.retriever import Retriever
from server.apps.retrieval.synonyms import packaged_synonyms
from server.ports.embedder import Embedder

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
CACHE = ROOT / "build" / "retrieval"
PASSAGES = ("en-xquad", "ru-xquad", "ko-welfare")
SHOWN = {
    "answerable": ("recall@1", "recall@5", "mrr", "false_refusals"),
    "exact-term": ("recall@1", "recall@5"),
    "unanswerable:near": ("refused",),
    "unanswerable:far": ("refused",),
}


def run() -> dict[str, object]:
    """Figures by golden set and condition; says so where the data is absent."""
    if not SHARED.is_dir():
        return {"skipped": "../shared/data does not exist"}
    analyser, embedder = ScriptAnalyser(WordByWord(KiwiMorphology()), packaged_synonyms()), E5Embedder()
    figures: dict[str, object] = {}
    with closing(built("ko-small", SHARED / "ko-small" / "docs", analyser, embedder)) as store:
        ways = {
            "lexical": Retriever(index=store, analyser=analyser).retrieve,
            "e5": Retriever(index=store, analyser=analyser, embedder=embedder).retrieve,
        }
        for name, path in golden_sets().items():
            figures |= told(evaluate_retrieval(ways, read_golden(path), golden=name))
    for name in PASSAGES:
        with closing(built(name, passages_as_clauses(name), analyser, None)) as store:
            way = {"lexical": Retriever(index=store, analyser=analyser).retrieve}
            questions = read_golden(SHARED / "qa" / name / "queries.jsonl")
            figures |= told(evaluate_retrieval(way, questions, golden=name, legs=False))
    return figures | at_scale(analyser)


def at_scale(analyser: ScriptAnalyser) -> dict[str, object]:
    """The same questions inside ko-large, when the index of its benchmark is there."""
    editions = ROOT / "build" / "ko-large" / "editions"
    if not editions.is_dir():
        return {"ko-large": "run `python -m tests.benchmarks` first"}
    with closing(EditionStore(editions)) as store:
        way = {"lexical": Retriever(index=store, analyser=analyser).retrieve}
        questions = list(in_large(read_golden(golden_sets()["golden dev"])))
        return told(evaluate_retrieval(way, questions, golden="golden dev in ko-large", legs=False))


def built(name: str, source: Path, analyser: ScriptAnalyser, embedder: Embedder | None) -> EditionStore:
    store = EditionStore(CACHE / name)
    recipe = Recipe(
        source=open_source(source), analyser=analyser, embedder=embedder, splitter_version=SPLITTER_VERSION
    )
    build_edition(recipe, store)
    return store


def golden_sets() -> dict[str, Path]:
    return {
        "golden dev": SHARED / "golden" / "golden-retrieval.jsonl",
        "our development questions": ROOT / "tests" / "data" / "dev-questions-ko-small.jsonl",
    }


def passages_as_clauses(name: str) -> Path:
    """The passages of a question-answering set, one document each."""
    path = CACHE / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (SHARED / "qa" / name / "passages.jsonl").read_text("utf-8").splitlines()
    rows = (json.loads(line) for line in lines)
    path.write_text(
        "".join(
            json.dumps(
                {"doc_id": row["doc_id"], "doc_title": row["title"], "clause": "1", "text": row["text"]},
                ensure_ascii=False,
            )
            + "\n"
            for row in rows
        ),
        "utf-8",
    )
    return path


def in_large(questions: tuple[Question, ...]) -> Iterator[Question]:
    """Questions whose gold documents are in ko-large, under their names there."""
    rows = (SHARED / "ko-large" / "small-to-large.tsv").read_text("utf-8").splitlines()
    names = dict(row.split("\t")[:2] for row in rows)
    for one in questions:
        gold = [reference.split(" ", 1) for reference in one.gold]
        if one.answerable and all(doc_id in names for doc_id, _ in gold):
            yield Question(
                question_id=one.question_id,
                query=one.query,
                gold=tuple(f"{names[doc_id]} {number}" for doc_id, number in gold),
                kind=one.kind,
            )


def told(result: EvaluationResult) -> Mapping[str, object]:
    return {
        f"{result.golden}, {condition.name}, {group}: {name}": figure.value
        for condition in result.conditions
        for group, names in SHOWN.items()
        for name in names
        if (figure := condition.figure(name, group)) is not None
    }
