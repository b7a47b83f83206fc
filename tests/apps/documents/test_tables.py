"""A row of a table stays whole, however the table was drawn."""

from server.apps.documents.blocks import Table
from server.apps.documents.loaders.text import load_text
from tests.apps.documents.split_text import outline


def rows(text: str) -> list[str]:
    return [
        " | ".join(cell for cell in row.cells if cell)
        for block in load_text(text.encode()).blocks
        if isinstance(block, Table)
        for row in block.rows
    ]


def test_a_pipe_table_has_a_row_a_line():
    text = "| 민원종류 | 수수료 | 처리기간 |\n|---|:---:|--:|\n"
    text += "| **주민등록등본** | 400원 | 즉시 |\n| a \\| b | | c |"
    assert rows(text) == ["민원종류 | 수수료 | 처리기간", "주민등록등본 | 400원 | 즉시", "a | b | c"]


def test_a_pipe_table_needs_no_outer_bars():
    assert rows("kind | fee\n--- | ---\ncopy | 2\n\nAfter | all.") == ["kind | fee", "copy | 2"]


BROKEN = """\
이용가능한 시설을 이용하려는 사람은 확인한다. 임대차계약서 사본

    ┌──────────┬──────────┐

    │구분                │서류                │

    ├──────────┼──────────┤

    │1. 시설을 이용가능한│임대차계            │

    │경우                │약서 사본           │

    ├──────────┼──────────┤

    │2. 그 밖의 경우     │가. 신분증          │

    │                    │나. 확인서          │

    └──────────┴──────────┘
"""


def test_a_cell_broken_over_lines_is_joined():
    assert rows(BROKEN) == [
        "구분 | 서류",
        "1. 시설을 이용가능한경우 | 임대차계약서 사본",
        "2. 그 밖의 경우 | 가. 신분증 나. 확인서",
    ]


def test_the_spans_of_rows_are_lines_of_the_file():
    table = next(block for block in load_text(BROKEN.encode()).blocks if isinstance(block, Table))
    assert [(row.start_line, row.end_line) for row in table.rows] == [(5, 5), (9, 11), (15, 17)]
    assert (table.start_line, table.end_line) == (3, 19)


def test_a_cell_that_spans_rows_is_repeated_in_each():
    text = (
        "+------+-----+-----+\n|선박  |대형 |1급  |\n|      +-----+-----+\n|승무  |소형 |2급  |\n"
        "+------+-----+-----+"
    )
    assert rows(text) == ["선박승무 | 대형 | 1급", "선박승무 | 소형 | 2급"]


def test_rows_without_rules_between_them_are_told_apart():
    text = "┌───┬───┐\n│종류  │요금  │\n├───┼───┤\n│가정용│500원 │\n│영업용│900원 │\n└───┴───┘"
    assert rows(text) == ["종류 | 요금", "가정용 | 500원", "영업용 | 900원"]


def test_narrow_box_characters_are_understood_too():
    text = (
        "┌──────┬──────┬────┐\n│구분  │요금  │비고│\n├──────┼──────┴────┤\n│가정용│500원      │\n"
        "└──────┴───────────┘"
    )
    assert rows(text) == ["구분 | 요금 | 비고", "가정용 | 500원"]


def test_latin_words_keep_their_space():
    text = "+-----------+------+\n|proof of   |free  |\n|address    |      |\n+-----------+------+"
    assert rows(text) == ["proof of address | free"]


def test_a_frame_is_no_table():
    text = "┌──────────┐\n│요금 = 사용량 × 단가│\n│단가는 고시한다.    │\n└──────────┘"
    assert rows(text) == ["요금 = 사용량 × 단가", "단가는 고시한다."]


def test_a_picture_before_a_table_does_not_hide_it():
    text = '<img src="x"  alt="y" >┌──┬──┐\n│가  │나  │\n└──┴──┘\n</img>'
    assert rows(text) == ["가 | 나"]


def test_a_repealed_row_is_dropped():
    text = (
        "제1조(범위)\n┌────────────┬──┐\n│1. 광업                 │가  │\n├────────────┼──┤\n"
        "│2. 삭제 <2024. 2. 29.>  │    │\n└────────────┴──┘"
    )
    assert outline(text)[0][2] == "1. 광업 | 가"
