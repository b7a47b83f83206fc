"""The hostile strings of the page tests: many, of every kind, each once, safe to keep in a repository."""

import json
from collections import Counter
from pathlib import Path

ROWS = [
    json.loads(line)
    for line in (Path(__file__).resolve().parents[1] / "data" / "hostile-page.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
KINDS = {"script", "handler", "address", "fetching", "svg", "style", "template", "markdown", "entities"}
HIDDEN = {"bidi", "zero_width", "control", "words", "huge"}


def test_there_are_at_least_150_of_every_kind():
    assert len(ROWS) >= 150
    assert set(Counter(row["kind"] for row in ROWS)) == KINDS | HIDDEN


def test_each_row_is_its_own():
    assert all(set(row) == {"id", "kind", "text"} for row in ROWS)
    assert len({row["id"] for row in ROWS}) == len({row["text"] for row in ROWS}) == len(ROWS)


def test_a_string_that_reaches_out_reaches_for_a_name_that_cannot_exist():
    reaching = [row["text"] for row in ROWS if "//" in row["text"] and row["kind"] == "fetching"]
    assert reaching
    assert all("hostile.invalid" in text for text in reaching)
