"""The doctor's live questions to a model server, on servers that are well and unwell."""

import asyncio

import pytest

from ai.runtimes.opening import open_model
from ai.runtimes.options import ModelOptions
from ai.runtimes.probe import NAMES, RuntimeProbe
from server.domain.finding import Finding
from server.ports.model_probe import ModelProbe
from tests.fakes.model_behaviours import Behaviour, items, pick, slow
from tests.fakes.ollama import FakeOllama

pytestmark = pytest.mark.loopback


def probe(
    fake: FakeOllama, *, api="ollama", deadline_seconds=1.0, patience_seconds=5.0, name="fake"
) -> list[Finding]:
    model = open_model(api=api, url=fake.url, model=name, options=ModelOptions())
    asked: ModelProbe = RuntimeProbe(
        model=model, deadline_seconds=deadline_seconds, patience_seconds=patience_seconds
    )

    async def run() -> tuple[Finding, ...]:
        try:
            return await asked.findings()
        finally:
            await model.close()

    return list(asyncio.run(run()))


@pytest.mark.parametrize("api", ["ollama", "openai"])
def test_a_server_that_is_well_is_ok_in_every_line(api):
    with FakeOllama(context_tokens=4096) as fake:
        found = probe(fake, api=api)
    assert [finding.name for finding in found] == list(NAMES)
    assert {finding.state for finding in found} == {"ok"}


def test_a_cold_model_tells_how_long_it_took_to_load():
    with FakeOllama(load_seconds=0.3) as fake:
        assert "loaded in 0." in probe(fake)[1].detail


def test_a_model_that_was_loaded_with_another_context_is_a_warning():
    with FakeOllama() as fake:
        fake.loaded_context = 8192
        line = probe(fake)[1]
    assert line.state == "warning"
    assert "GENERATION_NUM_CTX" in line.remedy


@pytest.mark.parametrize("behaviour", ["prose", "fences", "empty", "thinking", items(["hello"]), items([])])
def test_a_server_that_ignores_the_schema_is_failed_and_the_other_questions_go_on(behaviour):
    with FakeOllama(behaviour=behaviour) as fake:
        found = {finding.name: finding for finding in probe(fake)}
    assert found["model_schema"].state == "failed"
    assert found["model_schema"].remedy
    assert found["model_truncation"].state == "ok"


def test_a_slow_model_is_a_warning_that_names_the_way_out():
    behaviour: Behaviour = slow(0.2, pick())
    with FakeOllama(behaviour=behaviour) as fake:
        line = probe(fake, deadline_seconds=0.1)[-1]
    assert (line.name, line.state) == ("model_latency", "warning")
    assert "clausecard warm" in line.remedy


@pytest.mark.parametrize(
    ("behaviour", "last"),
    [("error:503", "model_schema"), ("hang", "model_schema"), ("reset", "model_schema")],
)
def test_a_failure_that_makes_the_rest_moot_is_the_last_line(behaviour, last):
    with FakeOllama(behaviour=behaviour) as fake:
        line = probe(fake, patience_seconds=0.3)[-1]
    assert (line.name, line.state) == (last, "failed")
    assert line.remedy


def test_a_model_that_is_not_there_is_failed_with_the_pull_command():
    with FakeOllama() as fake:
        line = probe(fake, name="other")[-1]
    assert (line.name, line.state) == ("model", "failed")
    assert "ollama pull other" in line.remedy


def test_no_server_is_one_failed_line():
    with FakeOllama() as fake:
        pass
    found = probe(fake)
    assert [(finding.name, finding.state) for finding in found] == [("model_server", "failed")]
