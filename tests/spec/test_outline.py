"""A body's lines: markers, nesting, sentences."""

import pytest

from server.domain.brackets import FILLER, mask
from server.domain.outline import ancestors, children, outline, sentences

BODY = "① 첫째 항이다. 다음 각 호와 같다.\n1. 하나\n  가. 가나\n    1) 깊이\n1의2. 둘\n② 둘째 항이다.\n1. 셋"


def test_lines_know_their_marker_depth_and_parent():
    lines = outline(BODY)
    assert [(one.marker, one.depth, one.parent) for one in lines] == [
        ("①", 0, None),
        ("1.", 1, 0),
        ("가.", 2, 1),
        ("1)", 3, 2),
        ("1의2.", 1, 0),
        ("②", 0, None),
        ("1.", 1, 5),
    ]
    assert [BODY[one.start : one.end] for one in lines][1:4] == ["하나", "가나", "깊이"]


def test_a_line_knows_what_hangs_on_it_and_what_it_hangs_on():
    lines = outline(BODY)
    assert [one.index for one in children(lines, lines[0])] == [1, 4]
    assert [one.index for one in ancestors(lines, lines[3])] == [2, 1, 0]


@pytest.mark.parametrize("marker", ["-", "•", "○", "*"])
def test_bullets_are_lists(marker):
    lines = outline(f"필요한 것:\n{marker} 하나\n{marker} 둘")
    assert [(one.depth, one.parent) for one in lines] == [(0, None), (1, 0), (1, 0)]


SENTENCES = [
    ("한 문장이다. 두 문장이다.", ["한 문장이다.", "두 문장이다."]),
    ("사진(찍은 것을 말한다. 이하 같다) 1장을 낸다.", ["사진(찍은 것을 말한다. 이하 같다) 1장을 낸다."]),
    ("증서[매매인 경우]. 다만, 아니다.", ["증서[매매인 경우].", "다만, 아니다."]),
    ("길이는 3.5센티미터로 한다.", ["길이는 3.5센티미터로 한다."]),
    ("Bring a card. You need no form.", ["Bring a card.", "You need no form."]),
]


@pytest.mark.parametrize(("body", "expected"), SENTENCES)
def test_sentences_end_at_full_stops_outside_brackets(body, expected):
    (line,) = outline(body)
    assert [body[one.start : one.end] for one in sentences(body, line)] == expected


def test_a_drawn_table_is_no_paragraph():
    lines = outline("다음 표와 같다.\n┌─┬─┐\n│가│나│\n└─┴─┘\n끝이다.")
    assert [one.table for one in lines] == [False, True, True, True, False]


MASKS = [
    ("가(나)다", f"가({FILLER})다"),
    ("가(나(다)라)마", f"가({FILLER * 5})마"),
    ("가(나", "가(나"),
    ("별표(제1호나목2)에 따른다)끝", f"별표({FILLER * 12})끝"),
]


@pytest.mark.parametrize(("text", "masked"), MASKS)
def test_brackets_are_hidden_at_equal_length(text, masked):
    assert mask(text) == masked
    assert len(masked) == len(text)
