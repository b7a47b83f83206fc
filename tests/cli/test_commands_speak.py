"""Every command: one JSON value with --json, words for people without, an exit code that means one thing."""

import contextlib
import json
import shutil
import signal
import subprocess
import sys

import pytest

from server.cli.output import Exit
from server.domain.query import MAX_DEADLINE_MS, MIN_DEADLINE_MS
from tests.fakes.sites import wait_until

QUERY = "명의변경 신청서에 붙이는 서류"
COMMANDS = [
    (("cards", QUERY), Exit.OK, "제12조"),
    (("cards", "안녕하세요"), Exit.OK, "관련 문서 없음"),
    (("search", QUERY), Exit.OK, "strong"),
    (("search", "별지 제77호서식"), Exit.OK, "exact term not in the documents: 별지 제77호"),
    (("ask", QUERY), Exit.OK, "generation_off"),
    (("index", "status"), Exit.OK, "water/terms"),
    (("index", "build"), Exit.OK, "edition 1"),
    (("ledger", "verify"), Exit.OK, "the chain holds"),
    (("settings",), Exit.OK, "CLAUSECARD_PORT"),
    (("doctor",), Exit.OK, "sqlite"),
]


@pytest.mark.parametrize(("words", "code", "said"), COMMANDS, ids=[" ".join(row[0]) for row in COMMANDS])
def test_a_command_speaks_json_to_programs_and_words_to_people(clausecard, words, code, said):
    for_people = clausecard(*words)
    assert for_people.exit_code == code, for_people.output
    assert said in for_people.stdout
    for_programs = clausecard(*words, "--json")
    assert for_programs.exit_code == code
    assert isinstance(json.loads(for_programs.stdout), dict)


FAILURES = [
    (("cards", QUERY), {"CLAUSECARD_PROT": "1"}, Exit.USAGE, "CLAUSECARD_PROT", "runbook/settings.md"),
    (
        ("cards", QUERY),
        {"CLAUSECARD_PORT": "many"},
        Exit.USAGE,
        "CLAUSECARD_PORT='many'",
        "takes: whole number from 0 to 65535",
    ),
    (
        ("cards", QUERY),
        {"CLAUSECARD_EMBEDDER": "bert"},
        Exit.USAGE,
        "CLAUSECARD_EMBEDDER",
        "none, e5, ollama",
    ),
    (("serve",), {"CLAUSECARD_HOST": "0.0.0.0"}, Exit.USAGE, "only loopback", "reverse proxy"),  # noqa: S104
    (("cards", "가" * 2001), {}, Exit.USAGE, "2001 characters", "at most 2000"),
    (("cards", QUERY, "--k", "0"), {}, Exit.USAGE, "k is 0", "1 to 20"),
    (("search", QUERY), {"CLAUSECARD_DATA": "{empty}"}, Exit.NO_INDEX, "", "clausecard index build"),
    (("index", "build"), {"CLAUSECARD_DOCUMENTS": "{empty}/nowhere"}, Exit.USAGE, "nowhere", ""),
    (("warm",), {}, Exit.USAGE, "generation is off", "GENERATION_MODEL"),
    (("cards", QUERY, "--colour"), {}, Exit.USAGE, "--colour", ""),
]


@pytest.mark.parametrize(
    ("words", "environ", "code", "said", "remedy"),
    FAILURES,
    ids=[f"{row[0][0]} {'/'.join(row[1]) or row[3]}" for row in FAILURES],
)
@pytest.mark.parametrize("json_", [False, True], ids=["words", "json"])
def test_what_goes_wrong_is_said_with_its_remedy_and_without_a_traceback(
    clausecard, tmp_path, words, environ, code, said, remedy, json_
):
    values = {name: value.format(empty=tmp_path / "empty") for name, value in environ.items()}
    flags = ("--json",) if json_ and words[0] != "serve" else ()
    done = clausecard(*words, *flags, **values)
    assert done.exit_code == code, done.output
    flat = " ".join(done.stderr.split())
    assert said in flat
    assert remedy in flat
    assert "Traceback" not in done.output
    assert done.stdout == ""


def test_an_index_that_was_never_built_is_an_outcome_of_cards_and_a_failure_of_the_doctor(
    clausecard, tmp_path
):
    nothing = {"CLAUSECARD_DATA": str(tmp_path / "empty")}
    assert json.loads(clausecard("cards", QUERY, "--json", **nothing).stdout)["outcome"] == "index_empty"
    doctor = clausecard("doctor", "--json", **nothing)
    assert doctor.exit_code == Exit.FAILED
    lines = {line["name"]: line for line in json.loads(doctor.stdout)["lines"]}
    assert (lines["index"]["state"], bool(lines["index"]["remedy"])) == ("failed", True)


def test_a_build_in_lines_tells_its_progress_and_ends_with_the_edition(clausecard, folders):
    (folders.documents / "water" / "fees.md").unlink()
    done = clausecard("index", "build", "--progress-json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {line["event"] for line in lines[:-1]} == {"progress"}
    assert (lines[-1]["event"], lines[-1]["edition"], lines[-1]["published"]) == ("done", 2, True)
    nowhere = {"CLAUSECARD_DOCUMENTS": str(folders.documents / "nowhere")}
    failed = clausecard("index", "build", "--progress-json", **nowhere)
    assert failed.exit_code != Exit.OK
    last = json.loads(failed.stdout.splitlines()[-1])
    assert (last["event"], "nowhere" in last["message"]) == ("failed", True)


def test_a_second_build_at_the_same_time_is_told_that_one_runs(clausecard, folders):
    house = folders.house()
    with house.store.building():
        done = clausecard("index", "build")
    house.close()
    assert done.exit_code == Exit.BUSY
    assert "index status" in done.stderr


def test_status_names_each_document_that_differs_and_why_the_index_is_stale(clausecard, folders):
    (folders.documents / "water" / "fees.md").unlink()
    with (folders.documents / "water" / "terms.md").open("a", encoding="utf-8") as terms:
        terms.write("\n제99조(시험) 시험한다.\n")
    (folders.documents / "water" / "new.md").write_text("# 새 안내\n\n## 하나\n\n본문이다.\n", "utf-8")
    status = json.loads(clausecard("index", "status", "--json").stdout)
    states = {one["doc_id"]: one["freshness"] for one in status["documents"]}
    assert states["water/fees"] == "missing"
    assert states["water/terms"] == "changed"
    assert states["water/new"] == "new"
    assert len(status["reasons"]) == 3
    assert "stale: " in clausecard("index", "status").stdout


def test_a_file_that_cannot_be_read_is_named_with_its_remedy_and_stops_nothing(clausecard, folders):
    (folders.documents / "water" / "broken.md").write_bytes(b"\x00\x01\x02" * 500)
    done = clausecard("index", "build", "--json")
    assert done.exit_code == Exit.OK
    (unreadable,) = json.loads(done.stdout)["edition"]["unreadable"]
    assert unreadable["path"] == "water/broken.md"
    assert unreadable["remedy"]


def test_records_are_exported_one_a_line_and_a_changed_one_is_found(clausecard, folders):
    for _ in range(2):
        clausecard("cards", QUERY)
    lines = [json.loads(line) for line in clausecard("ledger", "export").stdout.splitlines()]
    assert [line["sequence"] for line in lines] == [1, 2]
    assert json.loads(clausecard("ledger", "verify", "--json").stdout)["records"] == 2
    (folders.data / "ledger.sqlite.anchor").unlink()
    done = clausecard("ledger", "verify")
    assert done.exit_code == Exit.FAILED
    assert "anchor_missing" in done.stdout


def test_a_recorded_answer_is_made_again_until_its_clause_has_another_text(clausecard, folders):
    request_id = json.loads(clausecard("cards", QUERY, "--json").stdout)["request_id"]
    same = clausecard("replay", request_id)
    assert (same.exit_code, "the same, byte for byte" in same.stdout) == (Exit.OK, True)
    terms = folders.documents / "water" / "terms.md"
    terms.write_text(terms.read_text("utf-8").replace("명의변경 신청서", "명의변경 청구서"), "utf-8")
    clausecard("index", "build")
    other = clausecard("replay", request_id, "--json")
    assert other.exit_code == Exit.FAILED
    found = json.loads(other.stdout)
    assert (found["same"], {change["cause"] for change in found["changes"]}) == (False, {"edition"})
    unknown = clausecard("replay", "no-such-request")
    assert (unknown.exit_code, "no-such-request" in unknown.stderr) == (Exit.FAILED, True)


@pytest.mark.parametrize("words", [["cards", b"\xff"], ["cards", "명의변경", "--document", b"\xff"]])
def test_an_argument_that_is_no_text_is_refused(folders, words):
    command = [sys.executable, "-m", "server.cli.app", *words]
    done = subprocess.run(command, env=folders.environ(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (Exit.USAGE, "")
    assert done.stderr.splitlines() == [f"argument {len(words)} is not UTF-8", "→ type it in UTF-8"]


@pytest.mark.parametrize("milliseconds", [-5, 0, MIN_DEADLINE_MS - 1, MAX_DEADLINE_MS + 1])
def test_a_deadline_is_the_same_as_over_http(clausecard, milliseconds):
    assert clausecard("cards", QUERY, "--deadline-ms", milliseconds).exit_code == Exit.USAGE


def test_rules_fill_the_cache_once(clausecard):
    rules = {"CLAUSECARD_ITEM_PICKER": "rules"}
    first = json.loads(clausecard("warm", "--json", **rules).stdout)
    again = json.loads(clausecard("warm", "--json", **rules).stdout)
    assert first["total"] == again["total"] > 80
    assert again["asked"] == 0


def test_a_build_that_would_leave_nothing_is_refused_until_it_is_asked_for(clausecard, folders):
    shutil.rmtree(folders.documents)
    folders.documents.mkdir()
    refused = clausecard("index", "build")
    assert refused.exit_code == Exit.UNAVAILABLE
    assert "nothing_to_index" in refused.stderr
    assert "clausecard index build --allow-empty" in " ".join(refused.stderr.split())
    assert "the latest build failed: nothing_to_index" in clausecard("index", "status").stdout
    done = clausecard("index", "build", "--allow-empty", "--json")
    assert (done.exit_code, json.loads(done.stdout)["edition"]["documents"]) == (Exit.OK, 0)
    assert json.loads(clausecard("cards", QUERY, "--json").stdout)["outcome"] == "index_empty"


def test_watching_builds_again_after_an_edit_and_ends_with_ctrl_c(folders):
    command = [sys.executable, "-m", "server.cli.app", "index", "watch"]
    environ = {**folders.environ(), "PYTHONUNBUFFERED": "1"}
    log = folders.data / "watch.log"
    with log.open("w") as out, subprocess.Popen(command, env=environ, stdout=out) as process:
        try:
            assert wait_until(lambda: "edition 1" in log.read_text("utf-8"), seconds=60)
            fees = folders.documents / "water" / "fees.md"

            def edited():  # the watch may begin a moment after the first build is told
                fees.write_text(fees.read_text("utf-8") + "\n", "utf-8")
                return wait_until(lambda: "edition 2" in log.read_text("utf-8"), seconds=15)

            assert wait_until(edited, seconds=60)
        finally:
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()  # nothing happens to one that has ended
    assert process.returncode == 0
