"""Builds the large corpus once, changes one document, and measures lexical search over it.

The corpus is read from ../shared/data; the index is kept under build/ and reused by later runs, so that
the build's own figures are those of the run that made it.
"""

import gzip
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

from server.adapters.editions.store import EditionStore
from server.adapters.kiwi.morphology import KiwiMorphology
from server.apps.documents.source import open_source
from server.apps.documents.splitter import SPLITTER_VERSION
from server.apps.index.build import build_edition
from server.apps.index.recipe import Recipe
from server.apps.retrieval.analyser import ScriptAnalyser
from server.domain.hit import WeightedTerm
from server.domain.query import Scope
from server.ports.clause_index import Edition

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
CACHE = ROOT / "build" / "ko-large"
FIELD_WEIGHTS = {"body_words": 1.0, "heading_words": 2.0, "title_words": 0.5}
LIMIT = 50


def run() -> dict[str, object]:
    """Figures of build, change and search; says so where the corpus is absent."""
    if not SHARED.is_dir():
        return {"skipped": "../shared/data does not exist"}
    CACHE.mkdir(parents=True, exist_ok=True)
    analyser = ScriptAnalyser(KiwiMorphology())
    if not (CACHE / "build.json").exists():
        unpack(CACHE / "clauses.jsonl")
        (CACHE / "build.json").write_text(json.dumps(built_apart()))
    whole = json.loads((CACHE / "build.json").read_text())
    with closing(EditionStore(CACHE / "editions")) as store:
        with store.current() as edition:
            clauses = edition.info.clauses
            search = searched(edition, analyser)
        change = change_one_document(store)
    return {
        "clauses": clauses,
        "index MB": sum(path.stat().st_size for path in (CACHE / "editions").rglob("*")) // 1_000_000,
        **{f"build: {name}": value for name, value in whole.items()},
        **{f"one document changed: {name}": value for name, value in change.items()},
        **search,
    }


def unpack(target: Path) -> None:
    """A plain copy that can be edited."""
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
    recipe = Recipe(
        source=open_source(CACHE / "clauses.jsonl"),
        analyser=ScriptAnalyser(KiwiMorphology()),
        embedder=None,
        splitter_version=SPLITTER_VERSION,
    )
    report = build_edition(recipe, EditionStore(CACHE / "editions"))
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
    """p50 and p95 of one call, milliseconds, with questions as people put them."""
    questions = list(golden_questions())
    words = [terms_of(analyser, question, grams=False) for question in questions]
    grams = [terms_of(analyser, question, grams=True) for question in questions]
    doc_ids = frozenset(document.doc_id for document in edition.documents()[:50])
    calls: dict[str, Callable[[Sequence[WeightedTerm]], object]] = {
        "match_any": lambda terms: edition.match_any(terms, limit=LIMIT, scope=Scope()),
        "match_any in 50 documents": lambda terms: edition.match_any(
            terms, limit=LIMIT, scope=Scope(documents=doc_ids)
        ),
        "match_all": lambda terms: edition.match_all(terms, limit=LIMIT, scope=Scope()),
        "document_frequency of all terms": lambda terms: [
            edition.document_frequency(term.field, term.token) for term in terms
        ],
        "clauses of the hits": lambda terms: edition.clauses(
            [hit.row for hit in edition.match_any(terms[:1], limit=LIMIT, scope=Scope())]
        ),
    }
    figures: dict[str, object] = {"questions": len(questions)}
    for kind, inputs in (("words", words), ("grams", grams)):
        figures[f"terms per question, {kind}"] = median(map(len, inputs))
        for name, call in calls.items():
            figures.update(percentiles(f"{name}, {kind}", call, inputs))
    return figures


def percentiles(name: str, call: Callable, inputs: Sequence[Sequence[WeightedTerm]]) -> dict[str, float]:
    """Three rounds, the first one not counted."""
    took: list[float] = []
    for turn in range(3):
        for terms in inputs:
            started = time.perf_counter()
            call(terms)
            if turn:
                took.append((time.perf_counter() - started) * 1000)
    return {f"{name}: p50 ms": median(took), f"{name}: p95 ms": quantiles(took, n=20)[-1]}


def golden_questions() -> Iterator[str]:
    """Questions as people put them."""
    for line in (SHARED / "golden" / "golden-retrieval.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)["query"]


def terms_of(analyser: ScriptAnalyser, question: str, *, grams: bool) -> list[WeightedTerm]:
    """The question's tokens in body, heading and title."""
    analysis = analyser.analyse_query(question)
    tokens = analysis.grams if grams else analysis.words
    return [
        WeightedTerm(
            field=field.replace("words", "grams") if grams else field, token=token, weight=weight * share
        )
        for field, share in FIELD_WEIGHTS.items()
        for token, weight in tokens.items()
    ]


if __name__ == "__main__":
    print(json.dumps(build_here()))
