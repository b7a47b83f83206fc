"""Clauses of a JSONL file are cited by their rows, and stay so when rows come and go above them."""

import json
from pathlib import Path

import pytest

from server.adapters.editions.store import EditionStore
from server.apps.documents.source import open_source
from server.apps.index.build import build_edition
from server.apps.index.recipe import Recipe
from tests.fakes.edition_store import FakeEditionStore
from tests.fakes.plain_texts import HashEmbedder, PlainAnalyser

Store = EditionStore | FakeEditionStore


@pytest.fixture(params=["in memory", "on disk"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return FakeEditionStore() if request.param == "in memory" else EditionStore(tmp_path / "editions")


def row(doc_id: str, number: int, text: str = "글이다.") -> str:
    return json.dumps({"doc_id": doc_id, "clause": f"제{number}조", "text": text}) + "\n"


A, B, C = ([row(doc_id, number) for number in (1, 2, 3)] for doc_id in "ABC")
GONE = row("B", 9, "삭제 <2020.1.1>")
CHANGES = [
    ("a row above all", [row("Z", 1), *A, *B, *C], 1),
    ("a blank line above all", ["\n", *A, *B, *C], 0),
    ("a row that is no clause above all", ["{}\n", *A, *B, *C], 0),
    ("a document above taken out", [*B, *C], 0),
    ("documents in another order", [*C, *A, *B], 0),
    ("a row taken out of a document", [*A, *B[:2], *C], 0),
    ("a row put into a document", [A[0], row("A", 9), *A[1:], *B, *C], 1),
    ("a row of another between", [*A, B[0], row("C", 8), *B[1:], *C], 1),
    ("a repealed row before a document", [*A, GONE, *B, *C], 0),
    ("rows of a document in another order", [*A, *B[::-1], *C], 0),
    ("a text changed", [A[0], row("A", 2, "다른 글이다."), A[2], *B, *C], 1),
]


@pytest.mark.parametrize(("rows", "analysed"), [one[1:] for one in CHANGES], ids=[one[0] for one in CHANGES])
def test_every_clause_is_cited_by_its_row_and_only_new_texts_are_analysed(
    store: Store, tmp_path: Path, rows: list[str], analysed: int
) -> None:
    file = tmp_path / "clauses.jsonl"
    for version in ([*A, *B, *C], rows, [*A, *B, *C]):
        file.write_text("".join(version), "utf-8")
        recipe = Recipe(
            source=open_source(file), analyser=PlainAnalyser(), embedder=HashEmbedder(), splitter_version="s"
        )
        report = build_edition(recipe, store)
        if version is rows:
            assert report.clauses_analysed == analysed
        with store.current() as edition:
            held = [
                clause
                for document in edition.documents()
                for clause in edition.document_clauses(document.doc_id, offset=0, limit=99)
            ]
        written = (json.loads(version[clause.start_line - 1]) for clause in held)
        assert [(one["doc_id"], one["clause"], one["text"]) for one in written] == [
            (clause.doc_id, clause.number, clause.body) for clause in held
        ]
        assert len(held) == sum(
            "글이다" in json.loads(line or "{}").get("text", "") for line in map(str.strip, version)
        )
