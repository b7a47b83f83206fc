"""The doctor: each thing that can be wrong is one line with its remedy, and none hides another."""

import asyncio
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest

from server.apps.doctor import check, exit_code, run_checks
from server.apps.doctor.machine import LEAST_FREE_BYTES, LOW_FREE_BYTES, check_disk, check_sqlite
from server.apps.doctor.parts import check_embedder, check_generation, check_index, check_policies
from server.domain.document import UnreadableFile
from server.domain.edition import EditionInfo, Fingerprint
from server.domain.errors import ClausecardError, EmbedderUnavailable, IndexEmpty, IndexUnavailable
from server.domain.finding import Finding
from server.domain.policy import Policy

INFO = EditionInfo(
    number=7,
    created_at="2026-01-01T00:00:00Z",
    fingerprint=Fingerprint(splitter_version="1", analyser_version="1", embedder_id="none", dimension=0),
    documents=2,
    clauses=30,
    passages=30,
    vectors=0,
)
UNREADABLE = UnreadableFile(path="a.hwp", reason="unsupported", detail="", remedy="")


@dataclass
class OneEdition:
    info: EditionInfo | ClausecardError

    @contextmanager
    def current(self):
        if isinstance(self.info, ClausecardError):
            raise self.info
        yield self


@dataclass
class OneVector:
    vector: np.ndarray | ClausecardError
    embedder_id: str = "test@1"
    dimension: int = 2

    def embed_query(self, text):
        assert text
        if isinstance(self.vector, ClausecardError):
            raise self.vector
        return self.vector


def run(*checks) -> tuple[Finding, ...]:
    return asyncio.run(run_checks(checks))


def raises(error):
    def work():
        raise error

    return work


def test_every_check_gets_its_lines_in_order_and_a_broken_one_hides_none():
    async def two():
        return [Finding(name="b", state="warning", detail="x"), Finding(name="c", state="ok", detail="y")]

    found = run(
        check("a", lambda: "fine"),
        check("broken", raises(IndexUnavailable("gone"))),
        two,
        check("disk", raises(PermissionError(13, "Permission denied"))),
    )
    assert [(line.name, line.state) for line in found] == [
        ("a", "ok"),
        ("broken", "failed"),
        ("b", "warning"),
        ("c", "ok"),
        ("disk", "failed"),
    ]
    assert found[1].remedy == IndexUnavailable.remedy
    assert all(line.remedy for line in found if line.state == "failed")


@pytest.mark.parametrize(
    ("states", "code"),
    [((), 0), (("ok",), 0), (("ok", "warning"), 0), (("ok", "failed", "warning"), 1), (("failed",), 1)],
)
def test_only_a_failure_ends_with_code_1(states, code):
    assert exit_code([Finding(name="x", state=state, detail="") for state in states]) == code


@pytest.mark.parametrize(
    ("free", "state"),
    [
        (LEAST_FREE_BYTES - 1, "failed"),
        (LEAST_FREE_BYTES, "warning"),
        (LOW_FREE_BYTES - 1, "warning"),
        (LOW_FREE_BYTES, "ok"),
    ],
)
def test_free_space_decides_at_its_edges(monkeypatch, tmp_path, free, state):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert check_disk(tmp_path / "not" / "there" / "yet").state == state


@pytest.mark.parametrize(
    ("options", "sound", "state"),
    [(["THREADSAFE=1"], True, "ok"), (["THREADSAFE=0"], True, "failed"), (["THREADSAFE=1"], False, "failed")],
)
def test_the_sqlite_build_must_have_threads_and_a_sound_log(options, sound, state):
    assert check_sqlite(version="3.54.1", options=options, wal_is_sound=sound).state == state


@pytest.mark.parametrize(
    ("info", "reasons", "state", "words"),
    [
        (INFO, [], "ok", "edition 7: 2 documents, 30 clauses"),
        (INFO, ["changed: 1 document"], "warning", "changed: 1 document"),
        (replace(INFO, unreadable=(UNREADABLE,)), [], "warning", "1 files could not be read"),
    ],
)
def test_the_index_is_ok_when_it_is_what_lies_on_the_disk(info, reasons, state, words):
    line = check_index(OneEdition(info), lambda: reasons)
    assert line.state == state
    assert words in line.detail


@pytest.mark.parametrize(
    "info", [replace(INFO, clauses=0), IndexEmpty("none yet"), IndexUnavailable("damaged")]
)
def test_an_index_that_cannot_serve_is_failed_with_its_command(info):
    line = run(check("index", lambda: check_index(OneEdition(info), list)))[0]
    assert line.state == "failed"
    assert "clausecard index" in line.remedy


@pytest.mark.parametrize(
    ("vector", "state"),
    [
        (np.array([0.6, 0.8], dtype=np.float32), "ok"),
        (np.array([6.0, 8.0], dtype=np.float32), "failed"),
        (np.array([1.0], dtype=np.float32), "failed"),
        (EmbedderUnavailable("gone", remedy="start it"), "failed"),
    ],
)
def test_the_embedder_must_give_a_unit_vector_of_its_dimension(vector, state):
    line = run(check("embedder", lambda: check_embedder(OneVector(vector))))[0]
    assert line.state == state
    assert bool(line.remedy) == (state == "failed")


def test_no_embedder_is_a_choice_and_no_fault():
    assert check_embedder(None).state == "ok"


def test_the_policies_name_their_version():
    policy = Policy(version="sha256:0123456789abcdef", banned=(), generic_names={}, labels={})
    assert "sha256:0123456789ab" in check_policies(lambda: policy).detail


@pytest.mark.parametrize(
    ("url", "model", "state", "words"),
    [
        (None, None, "ok", "off"),
        ("http://127.0.0.1:11434", "m", "ok", "on"),
        ("http://127.0.0.1:11434", None, "warning", "GENERATION_MODEL"),
        (None, "m", "warning", "OLLAMA_URL"),
    ],
)
def test_one_variable_without_its_partner_is_a_slip_that_is_named(url, model, state, words):
    line = check_generation(url=url, model=model)
    assert line.state == state
    assert words in line.detail
