"""What holds for any text and any bytes."""

import re
import signal
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.apps.documents.blocks import Loaded
from server.apps.documents.loaders.inline import plain
from server.apps.documents.loaders.registry import load
from server.apps.documents.splitter import Split
from server.apps.documents.unreadable import Unreadable
from server.domain.clause import content_hash
from tests.apps.documents.split_text import split_text

PIECES = st.sampled_from(
    [
        *(
            "제1조(목적)",
            "제2조",
            "제12조의2 (요금)",
            "제3조의 규정",
            "제1장 총칙",
            "부칙",
            "부칙 <제1호, 2001.1.1>",
        ),
        *(
            "① ",
            "1. ",
            "  2\\. ",
            "가. ",
            "삭제 <2001.1.1>",
            "<개정 2001.1.1>",
            "[본조신설 2001.1.1]",
            "**굵게**",
        ),
        *(
            "# ",
            "## ",
            "####### ",
            "---",
            "===",
            "```",
            "> ",
            "- ",
            "| a | b |",
            "|---|---|",
            "│가│나│",
            "┌─┬─┐",
        ),
        *(
            "└─┴─┘",
            "├─┼─┤",
            "+--+--+",
            "3.15 ",
            "3.15.2 ",
            "4. ",
            "Article 5. ",
            "Section 2 ",
            "§ 3 ",
            "Статья 1. ",
        ),
        *(
            "Q. ",
            "A. ",
            "문 1. ",
            "답. ",
            "В: ",
            "О: ",
            "<img src=x>",
            "본문이다.",
            "text",
            "\t",
            " ",
            "\u200b",
        ),
        *(
            "\u202e",
            "\x0c",
            "\u2028",
            "\r",
            "(",
            ")",
            "[",
            "]",
            "<",
            ">",
            "\\",
            "*",
            "`",
            "|",
            "│",
            "\ufeff",
            "나\u0301",
        ),
    ]
)
LINES = st.lists(st.lists(PIECES, max_size=5).map("".join), max_size=25)
TEXTS = LINES.map("\n".join) | st.text(max_size=300)
CPU_SECONDS = 20.0


def read(text: str) -> Split | None:
    try:
        return split_text(text.encode(errors="replace"))
    except Unreadable:
        return None


@settings(max_examples=200, derandomize=True, deadline=None)
@given(TEXTS)
def test_every_line_belongs_to_at_most_one_clause_and_spans_are_in_order(text: str):
    done = read(text)
    lines = len(re.split(r"\r\n|\r|\n", text))
    last = 0
    for clause in done.clauses if done else ():
        assert last < clause.start_line <= clause.end_line <= lines
        last = clause.end_line


def characters(text: str) -> Counter[str]:
    return Counter(re.sub(r"[\s|\u2500-\u257f]", "", plain(text)))


@settings(max_examples=200, derandomize=True, deadline=None)
@given(LINES.map("\n".join).filter(lambda text: not re.search(r"[|\u2500-\u257f]|\+--", text)))
def test_every_body_line_stands_in_the_source_within_its_span(text: str):
    done = read(text)
    source = re.split(r"\r\n|\r|\n", text)
    for clause in done.clauses if done else ():
        within = [characters(line) for line in source[clause.start_line - 1 : clause.end_line]]
        for line in clause.body.split("\n"):
            assert line == line.strip() != ""
            assert any(characters(line) <= characters_of_line for characters_of_line in within), line


@settings(max_examples=200, derandomize=True, deadline=None)
@given(TEXTS)
def test_ids_are_unique_and_hashes_are_of_the_content(text: str):
    done = read(text)
    clauses = done.clauses if done else ()
    assert len({clause.clause_id for clause in clauses}) == len(clauses)
    assert [clause.ordinal for clause in clauses] == list(range(len(clauses)))
    for clause in clauses:
        assert clause.number
        assert clause.body
        assert clause.content_hash == content_hash(
            number=clause.number, heading=clause.heading, body=clause.body
        )


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.binary(max_size=400) | TEXTS.map(lambda text: text.encode("utf-16", errors="replace")))
def test_any_bytes_are_read_or_refused(data: bytes):
    with suppress(Unreadable):
        assert isinstance(load(".txt", data), Loaded)


@settings(max_examples=100, derandomize=True, deadline=None)
@given(LINES)
def test_line_ends_do_not_matter(lines: list[str]):
    lines = [line.replace("\r", "") for line in lines]
    unix, windows = read("\n".join(lines)), read("\r\n".join(lines))
    assert (unix and unix.clauses) == (windows and windows.clauses)


@pytest.mark.parametrize(
    "hostile",
    [
        *(
            "|" * 100_000,
            "#" * 100_000,
            "# " + " " * 200_000 + "x",
            "# a" + " #" * 100_000 + " x",
            "*" * 200_000,
        ),
        *(
            "제1조" * 300_000,
            "제1조(" * 150_000,
            "(" * 300_000,
            "[" * 300_000,
            "<" * 300_000,
            "<개정 " * 100_000,
        ),
        *(
            "[종전 제5" * 60_000,
            "**a" * 100_000,
            "*a " * 100_000,
            "`" * 200_000,
            "\\" * 300_000,
            "> " * 200_000,
        ),
        *("\n".join("제1조(목적) 가" for _ in range(20_000)), "\n".join("제1조" for _ in range(20_000))),
        *("\n".join(f"{n}.1 x" for n in range(20_000)), "\n".join("Q. x?" for _ in range(20_000))),
        *("\n".join(" " * (n % 500) + "- x" for n in range(20_000)), "- " * 200_000, "1. " * 200_000),
        *("\n".join("#" * n + " x" for n in range(1, 1_000)), "---\n" + "a: b\n" * 50_000, "---\n" * 50_000),
        *("┌─┬─┐\n" * 20_000, "│가│나│\n" * 20_000, "│" * 100_000, "│ㄱ" * 1_000 + "\n├─┤\n│a│" * 5_000),
        *(
            "```\n" * 50_000,
            "a | b\n" * 30_000,
            "\n" * 500_000,
            "\r" * 300_000,
            "a\n---\n" * 30_000,
            "+-" * 100_000,
        ),
        *(
            "가" + "\x00나" * 2_000 + "다" * 500_000,
            "\u202e\u200b" * 100_000,
            "삭제 <" * 100_000,
            "및 " * 200_000,
        ),
        *(
            "제5조 및 " * 50_000 + "삭제 <2001.1.1>",
            "[a](/" * 60_000,
            "<img " * 60_000,
            "<img" + " a" * 200_000,
        ),
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_text_takes_no_longer_than_other_text(hostile: str):
    """A quadratic step would need minutes of CPU on texts of this size; the limit only catches that."""
    signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        read(hostile)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _too_long(_signal: int, _frame: object) -> None:
    raise TimeoutError
