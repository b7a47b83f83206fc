"""Builds the large corpus once, changes one document, and measures lexical search over it.

The corpus is read from ../shared/data; the index is kept under build/ and reused by later runs, so that
the build's own figures are those of the run that made it.
"""

import gzip
import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

from server.adapters.editions.store import EditionStore
from server.adapters.kiwi.morphology import KiwiMorphology
from server.adapters.kiwi.word_by_word import WordByWord
from server.apps.documents.source import open_source
from server.apps.documents.splitter import SPLITTER_VERSION
from server.apps.index.build import build_edition
from server.apps.index.recipe import Recipe
from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.analysis import QueryAnalysis
from server.apps.retrieval.legs import Rarity, grams_leg, words_leg
from server.apps.retrieval.query import parse_query
from server.apps.retrieval.retriever import Retriever
from server.apps.retrieval.synonyms import packaged_synonyms
from server.domain.hit import WeightedTerm
from server.domain.query import Scope
from server.ports.clause_index import Edition

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
CACHE = ROOT / "build" / "ko-large"
EVERYWHERE = Scope()
LIMIT = 50


def run() -> dict[str, object]:
    """Figures of build, change and search; says so where the corpus is absent."""
    if not SHARED.is_dir():
        return {"skipped": "../shared/data does not exist"}
    whole = build_unless_done()
    with closing(EditionStore(CACHE / "editions")) as store:
        started = time.perf_counter()
        with store.current() as edition:
            opened_ms = (time.perf_counter() - started) * 1000
            clauses = edition.info.clauses
            search = searched(edition, ScriptAnalyser(WordByWord(KiwiMorphology())))
        search |= retrieved(store)
        change = change_one_document(store)
    return {
        "clauses": clauses,
        "index MB": sum(path.stat().st_size for path in (CACHE / "editions").rglob("*")) // 1_000_000,
        **{f"build: {name}": value for name, value in whole.items()},
        "opening an edition: ms": opened_ms,
        **search,
        **{f"one document changed: {name}": value for name, value in change.items()},
    }


def build_unless_done() -> dict[str, float]:
    """Figures of the build that made the cached index; builds if none was made with today's code."""
    figures, made_with = CACHE / "build.json", recipe().fingerprint()
    if figures.exists():
        done = json.loads(figures.read_text())
        if done["made with"] == repr(made_with):
            return done["figures"]
        shutil.rmtree(CACHE)
    unpack(CACHE / "clauses.jsonl")
    done = {"made with": repr(made_with), "figures": built_apart()}
    figures.write_text(json.dumps(done))
    return done["figures"]


def recipe() -> Recipe:
    """The corpus with the product's analyser, no dense leg."""
    if not (CACHE / "clauses.jsonl").exists():
        unpack(CACHE / "clauses.jsonl")
    return Recipe(
        source=open_source(CACHE / "clauses.jsonl"),
        analyser=ScriptAnalyser(WordByWord(KiwiMorphology())),
        embedder=None,
        splitter_version=SPLITTER_VERSION,
    )


def unpack(target: Path) -> None:
    """A plain copy that can be edited."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(SHARED / "ko-large" / "clauses.jsonl.gz") as packed, target.open("wb") as plain:
        while chunk := packed.read(1 << 20):
            plain.write(chunk)


def built_apart() -> dict[str, float]:
    """Build in a process of its own; its time and its peak memory."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "tests.benchmarks.index_large"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return {"wall seconds": time.perf_counter() - started, **json.loads(done.stdout)}


def build_here() -> dict[str, float]:
    """Build; CPU seconds and peak memory of this process."""
    report = build_edition(recipe(), EditionStore(CACHE / "editions"))
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "CPU seconds": usage.ru_utime + usage.ru_stime,
        "peak RSS MB": usage.ru_maxrss / 1024,
        "clauses analysed": report.clauses_analysed,
    }


def change_one_document(store: EditionStore) -> dict[str, float]:
    """Change one clause of the corpus, build again, and wait until a running reader sees it."""
    corpus = CACHE / "clauses.jsonl"
    first, rest = corpus.read_text("utf-8").split("\n", 1)
    row = json.loads(first)
    row["text"] += f" 변경{time.time_ns()}"
    corpus.write_text(json.dumps(row, ensure_ascii=False) + "\n" + rest, "utf-8")
    figures = built_apart()
    ended = time.perf_counter()
    with store.current() as edition:
        seen = edition.document_clauses(row["doc_id"], offset=0, limit=1)[0].body
    assert seen.split()[-1] == row["text"].split()[-1]
    return {**figures, "live after ms": (time.perf_counter() - ended) * 1000}


def searched(edition: Edition, analyser: ScriptAnalyser) -> dict[str, object]:
    """p50 and p95 of the index's part of one question, milliseconds."""
    questions = [analyser.analyse_query(question) for question in golden_questions()]
    documents = Scope(documents=frozenset(document.doc_id for document in edition.documents()[:50]))
    calls: dict[str, Callable[[QueryAnalysis], object]] = {
        "words leg": lambda asked: words_leg(asked, edition, Rarity(edition), EVERYWHERE),
        "words leg in 50 documents": lambda asked: words_leg(asked, edition, Rarity(edition), documents),
        "titles and headings leg": lambda asked: grams_leg(asked, edition, Rarity(edition), EVERYWHERE),
        "two words, both": lambda asked: edition.match_all(
            [WeightedTerm(field="body_words", token=token) for token in list(asked.words)[:2]],
            limit=LIMIT,
            scope=EVERYWHERE,
        ),
        "frequencies of all words": lambda asked: list(map(Rarity(edition).of_word, asked.words)),
    }
    figures: dict[str, object] = {"questions": len(questions)}
    for name, call in calls.items():
        figures.update(percentiles(name, call, questions))
    rows = [hit.row for hit in words_leg(questions[0], edition, Rarity(edition), EVERYWHERE)]
    return {**figures, **percentiles(f"{len(rows)} clauses", lambda _: edition.clauses(rows), questions)}


def retrieved(store: EditionStore) -> dict[str, float]:
    """p50 and p95 of the whole retrieval without a dense leg, as cards are made from it."""
    analyser = ScriptAnalyser(WordByWord(KiwiMorphology()), packaged_synonyms())
    analyser.warm()
    retriever = Retriever(index=store, analyser=analyser)
    queries = [parse_query(question) for question in golden_questions()]
    return percentiles("whole retrieval", retriever.retrieve, queries)


def percentiles(name: str, call: Callable, questions: Sequence[object]) -> dict[str, float]:
    """Three rounds, the first one not counted."""
    took: list[float] = []
    for turn in range(3):
        for question in questions:
            started = time.perf_counter()
            call(question)
            if turn:
                took.append((time.perf_counter() - started) * 1000)
    return {f"{name}: p50 ms": median(took), f"{name}: p95 ms": quantiles(took, n=20)[-1]}


def golden_questions() -> Iterator[str]:
    """Questions as people put them."""
    for line in (SHARED / "golden" / "golden-retrieval.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)["query"]


if __name__ == "__main__":
    print(json.dumps(build_here()))
