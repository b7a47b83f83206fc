"""A contract that never fails guards nothing: each one is shown a violation and must catch it."""

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).with_name("lint-imports")

VIOLATIONS = [
    ("layers", "server/domain/planted.py", "import server.gates"),
    ("layers", "server/ports/planted.py", "import server.apps.cards"),
    ("layers", "server/apps/cards/planted.py", "import server.adapters.files"),
    ("layers", "server/newroom/__init__.py", ""),
    ("server-without-ai", "server/apps/cards/planted.py", "import ai.runtimes"),
    ("server-without-ai", "server/gates/planted.py", "import ai.apps.generation"),
    ("ai-knows-ports-and-domain", "ai/apps/generation/planted.py", "import server.gates"),
    ("ai-knows-ports-and-domain", "ai/runtimes/planted.py", "import server.settings"),
    ("ai-apps-independent", "ai/apps/generation/planted.py", "import ai.apps.answering"),
    ("no-model-library", "server/apps/retrieval/planted.py", "import torch"),
    ("no-model-library", "server/adapters/files/planted.py", "import ollama"),
    ("runtimes-speak-http", "ai/apps/answering/planted.py", "import httpx"),
    ("runtimes-speak-http", "server/apps/doctor/planted.py", "import httpx"),
    ("pure-core", "server/domain/planted.py", "import pydantic"),
    ("pure-core", "server/ports/planted.py", "import apsw"),
    ("pure-core", "server/gates/planted.py", "import fastapi"),
    ("no-cycles", "server/apps/cards/planted.py", "import server.apps.planted_sibling"),
]
SIBLING = "import server.apps.cards"


def contract_names() -> Mapping[str, str]:
    """Contract id -> its printed name."""
    config = ConfigParser()
    config.read(ROOT / ".importlinter", encoding="utf-8")
    prefix = "importlinter:contract:"
    return {
        section.removeprefix(prefix): config[section]["name"]
        for section in config.sections()
        if section.startswith(prefix)
    }


def copy_house(folder: Path) -> Path:
    for name in ("server", "ai"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "pages"))
    shutil.copy(ROOT / ".importlinter", folder)
    return folder


def verdicts(house: Path) -> Mapping[str, str]:
    """Contract id -> KEPT or BROKEN, as the real command prints it in this copy of the house."""
    done = subprocess.run(
        [LINT, "--no-logo", "--no-cache"], cwd=house, capture_output=True, text=True, timeout=60, check=False
    )
    found = dict(re.findall(r"^(\S.*?) (KEPT|BROKEN)(?: \(.*\))?$", done.stdout, flags=re.MULTILINE))
    return {
        identity: found.get(name, done.stdout + done.stderr) for identity, name in contract_names().items()
    }


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_house(tmp_path_factory.mktemp("house"))


def test_the_house_as_it_stands_keeps_every_contract(house):
    assert set(verdicts(house).values()) == {"KEPT"}


@pytest.mark.parametrize(
    ("contract", "place", "line"), VIOLATIONS, ids=[f"{row[0]}: {row[1]}" for row in VIOLATIONS]
)
def test_a_planted_violation_breaks_the_contract_that_forbids_it(house, contract, place, line):
    planted = {house / place: line}
    if "planted_sibling" in line:
        planted[house / "server/apps/planted_sibling.py"] = SIBLING
    new_folders = [path.parent for path in planted if not path.parent.exists()]
    for path, text in planted.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'"""Planted."""\n\n{text}\n', encoding="utf-8")
    try:
        assert verdicts(house)[contract] == "BROKEN"
    finally:
        for path in planted:
            path.unlink()
        for folder in new_folders:
            shutil.rmtree(folder)


def test_every_contract_has_a_violation_that_proves_it():
    assert set(contract_names()) == {row[0] for row in VIOLATIONS}
