"""`clausecard eval` and `clausecard golden` on the sample documents; our golden sets guard against losses."""

import json
import re
import subprocess
import sys

import pytest
import structlog
from typer.testing import CliRunner

from server.apps.retrieval.calibration import read_calibration
from server.cli.app import app
from tests.conftest import ROOT
from tests.fakes.model_behaviours import say
from tests.fakes.ollama import FakeOllama
from tests.fakes.sites import SharingHouse

GOLDEN = ROOT / "samples" / "golden"
QUESTIONS, ITEMS, BASELINE = (GOLDEN / name for name in ("questions.jsonl", "items.jsonl", "baseline.json"))


@pytest.fixture
def clausecard(monkeypatch, built_samples, tmp_path):
    """Runs a command in this process, with the run's one Kiwi."""
    monkeypatch.setattr("server.cli.house.House", SharingHouse)
    for name, value in built_samples.copy_to(tmp_path).environ().items():
        monkeypatch.setenv(name, value)
    yield lambda *words: CliRunner().invoke(app, [str(word) for word in words])
    structlog.reset_defaults()


def told(done):
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return json.loads(done.stdout)


GUARDED = [("retrieval", QUESTIONS, "lexical"), ("items", ITEMS, "rules")]


@pytest.mark.parametrize(("kind", "golden", "condition"), GUARDED)
def test_nothing_is_worse_than_the_kept_baseline(clausecard, kind, golden, condition):
    done = clausecard("eval", kind, "--golden", golden, "--baseline", BASELINE, "--json")
    result = told(done)
    assert result["worse_than_baseline"] == [], (
        "see runbook/evaluation.md: find the cause, or keep a new baseline"
    )
    assert done.exit_code == 0
    assert condition in result["summary"]
    assert result["cases"] == len(golden.read_text(encoding="utf-8").splitlines())


def test_a_result_that_is_worse_than_its_baseline_ends_with_1_and_says_what_got_worse(clausecard, tmp_path):
    kept, report = tmp_path / "baseline.json", tmp_path / "report.html"
    limited = ("eval", "retrieval", "--golden", QUESTIONS, "--limit", 20)
    assert clausecard(*limited, "--write-baseline", kept).exit_code == 0
    assert clausecard(*limited, "--baseline", kept).exit_code == 0
    better = re.sub(r'"mrr": [0-9.]+', '"mrr": 2.0', kept.read_text(encoding="utf-8"))
    kept.write_text(better, encoding="utf-8")
    done = clausecard(*limited, "--baseline", kept, "--report", report, "--json")
    assert done.exit_code == 1
    assert [one["figure"] for one in told(done)["worse_than_baseline"]] == ["mrr"]
    assert "worse than the baseline: lexical mrr -" in done.stderr
    assert "Worse than the baseline" in report.read_text(encoding="utf-8")


def test_retrieval_freezes_its_hits_and_shows_each_case_when_asked(clausecard, tmp_path):
    frozen = tmp_path / "hits.jsonl"
    words = ("eval", "retrieval", "--golden", QUESTIONS, "--limit", 4, "--freeze", frozen)
    bare = told(clausecard(*words, "--json"))
    full = told(clausecard(*words, "--json", "--cases"))
    assert {
        "recall@1",
        "recall@3",
        "recall@5",
        "recall@10",
        "mrr",
        "ndcg@10",
        "refused",
        "false_refusals",
    } <= set(bare["summary"]["lexical"])
    assert all(not one["cases"] for one in bare["conditions"])
    assert full["conditions"][0]["cases"][0]["detail"]["trace"]
    rows = [json.loads(line) for line in frozen.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["sq-001", "sq-020", "sq-039", "sq-058"]
    assert all(hit["content_hash"].startswith("sha256:") for row in rows for hit in row["hits"])


def test_items_writes_what_was_shown_as_the_datas_scorer_takes_it(clausecard, tmp_path):
    shown = tmp_path / "predictions.jsonl"
    done = clausecard("eval", "items", "--golden", ITEMS, "--limit", 3, "--predictions", shown)
    assert done.exit_code == 0
    assert "rules" in done.stdout
    rows = [json.loads(line) for line in shown.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 3
    assert rows[0] == {"id": "si-001", "items": ["건축허가서 사본", "급수설비 설계도면", "토지사용승낙서"]}


@pytest.mark.data
def test_the_figures_of_items_are_those_of_the_scorer_beside_the_data(clausecard, shared_data, tmp_path):
    golden, shown = shared_data / "golden" / "golden-items.jsonl", tmp_path / "predictions.jsonl"
    ours = told(clausecard("eval", "items", "--golden", golden, "--predictions", shown, "--json"))["summary"][
        "rules"
    ]
    scorer = (sys.executable, golden.with_name("score_items.py"), golden, shown)
    theirs = json.loads(subprocess.run(scorer, capture_output=True, text=True, check=True).stdout)
    for name in ("precision", "recall", "f1"):
        assert round(ours[name], 3) == theirs[name]
    assert round(ours["all_right"] * theirs["cases"]) == theirs["all_right"]
    assert ours["shown_hallucination"] == theirs["non_literal"] == 0


@pytest.mark.loopback
def test_a_model_held_in_several_ways_stands_beside_the_rules(clausecard, monkeypatch, tmp_path):
    report = tmp_path / "report.html"
    with FakeOllama(behaviour=say('{"items": ["여권"]}')) as fake:
        monkeypatch.setenv("OLLAMA_URL", fake.url)
        words = (
            "--picker",
            "rules",
            "--picker",
            "model",
            "--model",
            "fake",
            "--schema",
            "closed",
            "--no-schema",
        )
        done = clausecard(
            "eval", "items", "--golden", ITEMS, "--limit", 4, *words, "--json", "--report", report
        )
        result = told(done)
        assert all(one.outcome == "served" for one in fake.requests)
    assert list(result["summary"]) == ["rules", "fake closed", "fake none"]
    assert result["summary"]["fake none"]["raw_hallucination_pieces"] > 0
    assert all(figures["shown_hallucination"] == 0 for figures in result["summary"].values())
    assert [(one["first"], one["second"]) for one in result["differences"]] == [
        ("rules", "fake closed"),
        ("fake closed", "fake none"),
    ]
    assert "the reply breaks the schema" in report.read_text(encoding="utf-8")


def test_answers_are_measured_without_a_record_of_them(clausecard):
    result = told(clausecard("eval", "ask", "--golden", QUESTIONS, "--limit", 20, "--json"))
    assert "refused" in result["summary"]["without a model"]
    assert clausecard("ledger", "export").stdout == ""


def test_a_calibration_is_written_with_what_it_is_for(clausecard, tmp_path):
    golden, file, report = (tmp_path / name for name in ("few.jsonl", "calibration.json", "report.html"))
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines(keepends=True)
    golden.write_text("".join(lines[:22]), encoding="utf-8")
    words = ("--golden", golden, "--withhold", "--curve", "isotonic", "--write", file, "--report", report)
    done = clausecard("eval", "calibrate", *words, "--json")
    assert {"false_answers", "false_refusals", "brier"} <= set(told(done)["summary"]["none"])
    made = read_calibration(file)
    assert (made.embedder_id, made.golden) == ("none", "few.jsonl")
    assert made.curve
    assert "Reliability" in report.read_text(encoding="utf-8")


FAULTS = [
    (("eval", "items", "--golden", ITEMS, "--picker", "model"), "no model to measure"),
    (("eval", "retrieval", "--golden", GOLDEN / "none.jsonl"), "cannot be read"),
    (("eval", "retrieval", "--golden", ITEMS), "line 1"),
    (("eval", "items", "--golden", ITEMS, "--limit", 1, "--baseline", QUESTIONS), "is no baseline"),
    (("eval", "calibrate", "--golden", QUESTIONS, "--write", "never.json"), "too few"),
    (("golden", "check", GOLDEN / "none.jsonl"), "cannot be read"),
]


@pytest.mark.parametrize(("words", "said"), FAULTS)
def test_what_cannot_be_measured_is_said_with_a_remedy(clausecard, words, said):
    done = clausecard(*words)
    assert (done.exit_code, said in done.stderr, "→" in done.stderr) == (2, True, True)


@pytest.mark.parametrize("file", [QUESTIONS, ITEMS])
def test_our_own_golden_sets_have_nothing_wrong(clausecard, file):
    assert told(clausecard("golden", "check", file, "--json"))["problems"] == []


def test_questions_are_added_one_by_one_unless_something_is_wrong(clausecard, tmp_path):
    file = tmp_path / "mine.jsonl"
    gold = ("--gold", "water/terms 제12조")
    assert clausecard("golden", "add", file, "--query", "이름 바꾸고 싶어요", *gold).exit_code == 0
    assert clausecard("golden", "add", file, "--query", "우주여행 가려면", "--distance", "far").exit_code == 0
    again = clausecard("golden", "add", file, "--query", "이름바꾸고 싶어요", *gold, "--json")
    assert (again.exit_code, told(again)["problems"][0]["reason"]) == (1, "duplicate_query")
    wrong = clausecard("golden", "add", file, "--query", "달에 가려면", "--gold", "water/terms 제999조")
    assert (wrong.exit_code, "no_such_clause" in wrong.stdout) == (1, True)
    assert clausecard("golden", "add", file, "--query", "물 새요", *gold, "--distance", "near").exit_code == 2
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [(row["id"], row["kind"]) for row in rows] == [("q-001", "answerable"), ("q-002", "unanswerable")]
    assert clausecard("golden", "check", file).exit_code == 0
