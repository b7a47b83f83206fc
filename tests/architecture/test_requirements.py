"""What may be installed, and how: pinned with hashes, from wherever the machine's owner says."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PINNED = sorted((ROOT / "requirements").glob("*.txt"))
WANTED = sorted((ROOT / "requirements").glob("*.in"))
ADDRESS = re.compile(r"https?://|--(?:extra-)?index-url|--find-links|--trusted-host|^-i\b", re.MULTILINE)


def entries(path):
    """One entry per requirement, continuation lines joined, comments dropped."""
    text = re.sub(r"^\s*#.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]


@pytest.mark.parametrize("path", [*PINNED, *WANTED], ids=lambda path: path.name)
def test_a_requirement_file_names_no_index_and_no_address(path):
    assert not ADDRESS.search(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_every_installed_package_is_pinned_to_one_version_and_its_hashes(path):
    assert entries(path)
    for entry in entries(path):
        assert re.match(r"[\w.\-\[\]]+==\S+", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


@pytest.mark.parametrize("path", WANTED, ids=lambda path: path.name)
def test_every_wanted_package_stands_in_the_pinned_file_of_the_same_name(path):
    pinned = {re.split(r"==", entry)[0].lower() for entry in entries(path.with_suffix(".txt"))}
    wanted = {
        re.split(r"[=<>!~\[ ]", entry)[0].lower() for entry in entries(path) if not entry.startswith("-")
    }
    assert {name.replace("_", "-") for name in wanted} <= {name.replace("_", "-") for name in pinned}


def test_every_switched_off_lint_rule_says_why():
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[tool.ruff.lint]")[1].splitlines()
    codes = [line for line in lines if re.search(r'"[A-Z]{1,4}[0-9]*"', line) and "select" not in line]
    assert codes
    assert [line for line in codes if "#" not in line] == []


def test_every_place_that_silences_a_lint_rule_names_the_rule():
    bare = re.compile(r"#\s*noqa(?!:\s*[A-Z]+[0-9]+)|#\s*type:\s*ignore(?!\[)")
    sources = [path for room in ("server", "ai", "tools") for path in (ROOT / room).rglob("*.py")]
    assert [path.name for path in sources if bare.search(path.read_text(encoding="utf-8"))] == []
