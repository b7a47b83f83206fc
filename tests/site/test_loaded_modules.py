"""What a process that served a card has loaded. Each case is a process of its own."""

import json
import os
import subprocess
import sys

import pytest

SCRIPT = """
import asyncio, json, os, sys
from server.apps.retrieval.query import parse_query
from server.main import House
from server.settings import read_settings

opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[1])) if event == "socket.connect" else None)
house = House(read_settings(os.environ))
house.build(lambda progress: None)

async def story():
    query = parse_query(os.environ.get("QUESTION", "명의변경 서류"))
    answer = await house.recommender.cards(query, request_id="r")
    await house.aclose()
    return answer

answer = asyncio.run(story())
modules = [name for name in sys.modules if name == "ai" or name.startswith("ai.")]
first = answer.cards[0]
print(json.dumps({"modules": modules, "kind": first.kind, "reason": first.fallback_reason, "opened": opened}))
"""


def serve_a_card(tmp_path, **environ):
    bare = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**bare, "CLAUSECARD_DATA": str(tmp_path), "PYTHONPATH": ".", **environ},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_without_generation_and_embedder_no_ai_module_is_loaded_and_no_connection_is_made(tmp_path):
    seen = serve_a_card(tmp_path)
    assert seen == {"modules": [], "kind": "snippet", "reason": "off", "opened": []}


@pytest.mark.parametrize("alone", [{"OLLAMA_URL": "http://127.0.0.1:9"}, {"GENERATION_MODEL": "m"}])
def test_one_of_the_two_variables_alone_leaves_generation_off(tmp_path, alone):
    seen = serve_a_card(tmp_path, **alone)
    assert (seen["modules"], seen["reason"], seen["opened"]) == ([], "off", [])


def test_with_the_embedder_alone_neither_generation_nor_runtimes_are_loaded(tmp_path):
    seen = serve_a_card(
        tmp_path,
        CLAUSECARD_EMBEDDER="e5",
        CLAUSECARD_DOCUMENTS="samples/documents/service",
        QUESTION="как расторгнуть договор",
    )
    assert [name for name in seen["modules"] if "generation" in name or "runtimes" in name] == []
    assert "ai.apps.embedding.e5" in seen["modules"]


def test_the_rules_need_no_runtime(tmp_path):
    seen = serve_a_card(tmp_path, CLAUSECARD_ITEM_PICKER="rules")
    assert [name for name in seen["modules"] if "runtimes" in name] == []
    assert "ai.apps.generation.rules" in seen["modules"]
