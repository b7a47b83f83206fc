"""The size and the shape of the source: short modules, short functions, no catch-alls, no leftovers."""

import ast
import re
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_MODULE = 300  # lines
MEDIAN_MODULE = 100  # lines
LONGEST_FUNCTION = 60  # lines with its docstring; a longer one wants to be two
MOST_PARAMETERS = 12
PROGRAM = sorted(path for room in ("server", "ai", "tools") for path in (ROOT / room).rglob("*.py"))
ALL_PYTHON = [*PROGRAM, *sorted((ROOT / "tests").rglob("*.py"))]
# A FastAPI router is a function of small routes; its routes are counted one by one.
ROUTERS = re.compile(r"server/http/routes_\w+\.py")


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def lines_of(path):
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("path", ALL_PYTHON, ids=name_of)
def test_a_module_is_short(path):
    assert lines_of(path) <= LONGEST_MODULE


def test_most_modules_are_shorter_than_a_screenful_or_two():
    assert median(lines_of(path) for path in PROGRAM) < MEDIAN_MODULE


@pytest.mark.parametrize("path", PROGRAM, ids=name_of)
def test_a_function_is_short_and_takes_few_things(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        length = (node.end_lineno or 0) - node.lineno + 1
        is_router = bool(ROUTERS.fullmatch(name_of(path))) and node.name == "router"
        assert is_router or length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"
        parameters = len(node.args.args) + len(node.args.kwonlyargs)
        assert parameters <= MOST_PARAMETERS, f"{node.name} takes {parameters} things"


def test_a_marker_for_unfinished_work_stands_nowhere():
    marker = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
    held = [name_of(path) for path in ALL_PYTHON if marker.search(path.read_text(encoding="utf-8"))]
    assert held == []


def test_no_file_names_a_path_of_one_machine():
    roots = re.compile(r"(?:^|[\s\"'(=])/(?:work|home|Users)/\w")
    texts = [path for path in tracked_texts() if roots.search(path.read_text(encoding="utf-8"))]
    assert [name_of(path) for path in texts] == []


def tracked_texts():
    endings = {".py", ".md", ".toml", ".sh", ".json", ".jsonl", ".in", ".txt", ".yml", ".js", ".html", ".css"}
    rooms = (
        "server",
        "ai",
        "tools",
        "tests",
        "contracts",
        "samples",
        "runbook",
        "requirements",
        ".ci",
        ".github",
    )
    files = [path for room in rooms for path in (ROOT / room).rglob("*") if path.suffix in endings]
    return [*files, *ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "Makefile"]
