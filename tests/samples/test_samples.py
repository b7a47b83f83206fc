"""Our own documents and golden sets: clauses that exist, literal items, nothing twice, no one real."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from server.apps.documents.source import open_source
from server.domain.document import ReadDocument

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
TAGS = {"none", "conditional", "two", "list", "faq", "waived", "reference", "office"}


def rows(name):
    return [json.loads(line) for line in (SAMPLES / "golden" / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def clauses():
    source = open_source(SAMPLES / "documents")
    read = [source.read(listing) for listing in source.scan()]
    assert all(isinstance(document, ReadDocument) for document in read)
    return {(clause.doc_id, clause.number): clause for document in read for clause in document.clauses}


ITEMS = rows("items.jsonl")
QUESTIONS = rows("questions.jsonl")


def test_there_are_at_least_a_hundred_clauses_in_three_languages(clauses):
    assert len(clauses) >= 100
    assert {clause.language for clause in clauses.values()} == {"ko", "en", "ru"}
    assert {clause.collection for clause in clauses.values()} == {"water", "tenancy", "service"}


def test_a_repealed_article_and_amendment_notes_are_no_clause_text(clauses):
    assert ("water/terms", "제17조의2") not in clauses
    assert not any("<개정" in clause.body for clause in clauses.values())


def test_the_documents_hold_no_address_number_or_link_of_a_person():
    telling = re.compile(r"[0-9]{2,4}-[0-9]{3,4}-[0-9]{4}|[0-9]{6}-[0-9]{7}|\w+@\w+\.\w+|https?://")
    for path in (SAMPLES / "documents").rglob("*.*"):
        assert not telling.search(path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("_synonyms.tsv")), ids=lambda path: path.parent.name)
def test_synonyms_are_pairs_of_the_customers_word_and_a_word_of_the_documents(path):
    pairs = [tuple(line.split("\t")) for line in path.read_text(encoding="utf-8").splitlines()]
    texts = "\n".join(one.read_text(encoding="utf-8") for one in path.parent.glob("[!_]*.*")).lower()
    assert len(set(pairs)) == len(pairs)
    for everyday, official in pairs:
        stem = official.split()[0].lower()
        assert everyday != official
        assert stem[: max(2, len(stem) - 2)] in texts, (
            f"{official} stands in no document of {path.parent.name}"
        )


@pytest.mark.parametrize("row", ITEMS, ids=lambda row: row["id"])
def test_an_items_row_is_the_clause_as_it_is_split_and_every_name_is_literal(clauses, row):
    clause = clauses[row["doc_id"], row["clause"]]
    assert row["clause_text"] == clause.body, "the documents changed: bring the row up to date"
    assert (row["clause_title"], row["doc_title"]) == (clause.heading, clause.document)
    names = [*row["gold_items"], *row["neutral_items"], *row["conditions"].values()]
    assert [name for name in names if name not in clause.body] == []
    assert set(row["conditions"]) <= set(row["gold_items"])
    assert {name for names in row["by_procedure"].values() for name in names} <= set(row["gold_items"])
    assert len(set(row["gold_items"])) == len(row["gold_items"])
    assert not set(row["gold_items"]) & set(row["neutral_items"])


@pytest.mark.parametrize("row", ITEMS, ids=lambda row: row["id"])
def test_the_tags_of_an_items_row_say_what_it_holds(row):
    tags = set(row["tags"])
    assert tags <= TAGS
    assert ("none" in tags) == (not row["gold_items"])
    assert ("conditional" in tags) == bool(row["conditions"])
    assert ("two" in tags) == bool(row["by_procedure"])


def test_there_are_at_least_forty_item_clauses_and_none_twice():
    assert len(ITEMS) >= 40
    assert len({(row["doc_id"], row["clause"]) for row in ITEMS}) == len(ITEMS)
    assert sum(not row["gold_items"] for row in ITEMS) >= 10


@pytest.mark.parametrize("row", QUESTIONS, ids=lambda row: row["id"])
def test_a_question_names_clauses_that_exist(clauses, row):
    places = [tuple(gold.split(" ", 1)) for gold in row["gold"]]
    assert set(places) <= set(clauses)
    assert len(set(places)) == len(places)
    assert (row["kind"] == "unanswerable") == (not places) == ("distance" in row)
    assert row.get("distance", "near") in {"near", "far"}


def test_there_are_enough_questions_of_every_kind_and_language_and_none_twice():
    kinds = Counter(row["kind"] for row in QUESTIONS)
    assert len(QUESTIONS) >= 60
    assert kinds["unanswerable"] >= 15
    assert set(kinds) == {"answerable", "exact-term", "unanswerable"}
    assert len({row["query"] for row in QUESTIONS}) == len({row["id"] for row in QUESTIONS}) == len(QUESTIONS)
    for script in ("[가-힣]", "[a-z]", "[а-я]"):
        assert sum(bool(re.search(script, row["query"])) for row in QUESTIONS) >= 15


@pytest.mark.parametrize(
    "row", [row for row in QUESTIONS if row["kind"] == "answerable"], ids=lambda row: row["id"]
)
def test_an_answerable_question_is_not_copied_from_its_clause(clauses, row):
    bodies = [clauses[tuple(gold.split(" ", 1))] for gold in row["gold"]]
    windows = {row["query"][at : at + 16] for at in range(len(row["query"]) - 15)}
    copied = [window for window in windows for clause in bodies if window in clause.heading + clause.body]
    assert copied == []
