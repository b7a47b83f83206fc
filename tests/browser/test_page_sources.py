"""What the page is made of: parses, keeps the rules, has all its words in every language."""

import json
import re
import subprocess
from pathlib import Path

import pytest

PAGES = Path(__file__).resolve().parents[2] / "server" / "http" / "pages"
SCRIPTS = sorted(PAGES.rglob("*.js"))
FORBIDDEN = {
    "markup from text": r"(?:inner|outer)HTML|insertAdjacentHTML|document\.write|createContextualFragment"
    r"|DOMParser|srcdoc",
    "code from text": r"\beval\s*\(|new Function|setTimeout\s*\(\s*[\"'`]|javascript:",
    "a style in an attribute": r"style\s*[=:]\s*[\"'`]|setAttribute\(\s*[\"']style",
    "another origin": r"https?://(?!www\.w3\.org/2000/svg)|(?:src|href|url)\s*[=(]\s*[\"']?//",
}
LONGEST = 200  # lines of a script


def name_of(path):
    return path.relative_to(PAGES).as_posix()


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_a_script_parses_as_a_module(path):
    source = path.read_bytes()
    checked = subprocess.run(
        ["node", "--input-type=module", "--check", "-"], input=source, capture_output=True, check=False
    )
    assert checked.returncode == 0, checked.stderr.decode()


@pytest.mark.parametrize("path", [*SCRIPTS, *PAGES.glob("*.html"), *PAGES.glob("*.svg")], ids=name_of)
@pytest.mark.parametrize("rule", FORBIDDEN)
def test_nothing_makes_markup_or_code_from_text(path, rule):
    assert re.findall(FORBIDDEN[rule], path.read_text(encoding="utf-8")) == []


def test_the_page_has_no_handler_script_or_style_inline():
    html = (PAGES / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"\son\w+\s*=", html) == []
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle\s*=", html) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_a_script_is_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def words_of(name):
    path = (PAGES / "js" / "words" / f"{name}.js").as_uri()
    script = (
        f"import({json.dumps(path)}).then((words) => console.log(JSON.stringify(Object.values(words)[0])))"
    )
    shown = subprocess.run(
        ["node", "--input-type=module", "--eval", script], capture_output=True, check=True, text=True
    )
    return json.loads(shown.stdout)


@pytest.fixture(scope="module")
def words():
    return {name: words_of(name) for name in ("ko", "en", "ru")}


def test_every_word_is_there_in_every_language(words):
    assert set(words["ko"]) == set(words["en"]) == set(words["ru"])
    assert all(text.strip() for language in words.values() for text in language.values())


def test_a_place_for_a_value_is_there_in_every_language(words):
    places = {
        name: {key: sorted(re.findall(r"\{(\w+)\}", text)) for key, text in language.items()}
        for name, language in words.items()
    }
    assert places["ko"] == places["en"] == places["ru"]


def test_no_word_is_missing_and_none_is_left_over(words):
    texts = [
        path.read_text(encoding="utf-8")
        for path in [*SCRIPTS, PAGES / "index.html"]
        if "words" not in path.parts
    ]
    source = "\n".join(texts)
    literal = set(
        re.findall(
            r"""(?:\bt|\bnamed)\(\s*"([\w.]+)"|data-i18n(?:-label)?="([\w.]+)"|\["[^"]+", "(keys\.\w+)"\]""",
            source,
        )
    )
    used = {key for found in literal for key in found if key}
    prefixes = set(re.findall(r"(?:\bt|\bnamed)\(\s*`([\w.]+\.)\$\{", source))
    assert prefixes
    assert used <= set(words["ko"]), used - set(words["ko"])
    left = {key for key in words["ko"] if key not in used and not key.startswith(tuple(prefixes))}
    assert left == {"ok", "warning", "failed"} - used, left
