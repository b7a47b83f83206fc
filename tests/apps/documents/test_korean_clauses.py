"""Korean statutes, ordinances and terms: what is a clause, what is only text."""

import pytest

from tests.apps.documents.split_text import outline, places, split_text

TERMS = """\
나래시 물 공급 약관

제1장 총칙

제1조(목적) 이 약관은 물 공급에 관한 사항을 정한다.
제2조【용어】
① "수용가"란 물을 쓰는 사람을 말한다.
② 요금은 다음 각 호와 같다.
  1. 기본요금
  2\\. 사용요금
    가. 가정용
    나\\. 영업용

제2장 요금 <개정 2020.1.2>

제2조의2 (요금의 감면) 다음 각 호의 사람은 요금을 감면받는다. <신설 2021.3.4>
제11조의 규정에 따라 정한 금액은 시장이 고시한다.
제3조 이 장의 요금은 매월 낸다.
제4조 및 제5조에 따른 요금은 따로 정한다.

부칙 <제12호, 2020.1.2>
제1조(시행일) 이 약관은 공포한 날부터 시행한다.
"""


def test_a_plain_text_of_terms_is_split_at_its_articles():
    assert [(number, heading) for number, heading, _ in outline(TERMS)] == [
        ("제1조", "목적"),
        ("제2조", "용어"),
        ("제2조의2", "요금의 감면"),
        ("제3조", ""),
        ("부칙(제12호) 제1조", "시행일"),
    ]


def test_the_title_stands_alone_and_chapters_are_the_path():
    done = split_text(TERMS)
    assert done.title == "나래시 물 공급 약관"
    assert done.language == "ko"
    assert [clause.path for clause in done.clauses][1:3] == [("제1장 총칙",), ("제2장 요금",)]
    assert done.clauses[-1].path == ("부칙 <제12호, 2020.1.2>",)


def test_list_items_stand_one_a_line_without_escapes():
    assert outline(TERMS)[1][2].split("\n")[-4:] == ["1. 기본요금", "2. 사용요금", "가. 가정용", "나. 영업용"]


def test_a_reference_at_a_line_start_stays_in_the_body():
    assert "제11조의 규정에 따라" in outline(TERMS)[2][2]
    assert "제4조 및 제5조에 따른" in outline(TERMS)[3][2]


def test_spans_are_lines_of_the_file():
    assert places(TERMS)[:3] == [("제1조", 5, 5), ("제2조", 6, 12), ("제2조의2", 16, 17)]


@pytest.mark.parametrize(
    ("line", "heading", "body"),
    [
        ("제5조(요금)", "요금", "본문이다."),
        ("제5조 (수수료(「민원법」)등)", "수수료(「민원법」)등", "본문이다."),
        ("제5조【요금】", "요금", "본문이다."),
        ("제5조(요금) 요금은 정한다.", "요금", "요금은 정한다.\n본문이다."),
        ("제5조(요금)이 약관의 요금은 정한다.", "요금", "이 약관의 요금은 정한다.\n본문이다."),
        ("제 5 조 (요금)", "요금", "본문이다."),
        ("## 제5조 요금", "요금", "본문이다."),
        ("제5조 요금의 납부", "요금의 납부", "본문이다."),
        ("제5조 이 조의 요금은", "", "이 조의 요금은\n본문이다."),
        ("##### 제5조 (요금) <개정 2020.1.2>", "요금", "본문이다."),
        ("**제5조 (요금)**", "요금", "본문이다."),
        ("제5조(준용) 제3조제2항을 준용한다.", "준용", "제3조제2항을 준용한다.\n본문이다."),
    ],
)
def test_ways_to_write_a_heading(line: str, heading: str, body: str):
    assert outline(f"제4조(앞)\n앞 본문이다.\n{line}\n본문이다.")[1] == ("제5조", heading, body)


@pytest.mark.parametrize(
    "line",
    [
        "제5조의 규정에 따라 정한다.",
        "제5조에 따른 요금",
        "제5조(요금)에 따라 정한다.",
        "제5조 및 제6조에 따른 요금",
        "제5조제1항에 따른 요금",
        "제5조 제1항에 따른 요금",
        "제5조부터 제8조까지 준용한다.",
        "제2조(정의) 제1항의 수용가",
        "제50조 요금은 따로 정한다.",
        "제50조 요금",
        "제2장에 따른 요금",
        "부칙 제2조에 따라 정한다.",
    ],
)
def test_what_only_refers_to_a_clause_is_no_clause(line: str):
    assert [number for number, _, _ in outline(f"제4조(앞)\n앞 본문이다.\n{line}\n뒤 본문이다.")] == ["제4조"]


@pytest.mark.parametrize(
    "repealed",
    [
        "제5조 삭제 <2010.1.1>",
        "제5조(요금) 삭제 <2010.1.1>",
        "##### 제5조\n\n삭제 <2010.1.1>",
        "##### 제5조 삭제 <2010. 1. 1.>",
        "제5조(요금)\n<삭제>",
        "제5조 및 제6조 삭제 <2010.1.1>",
        "제5조부터 제8조까지 삭제 <2010.1.1>",
    ],
)
def test_repealed_clauses_are_dropped(repealed: str):
    text = f"제4조(앞)\n앞 본문이다.\n{repealed}\n제9조(뒤)\n뒤 본문이다."
    assert outline(text) == [("제4조", "앞", "앞 본문이다."), ("제9조", "뒤", "뒤 본문이다.")]


@pytest.mark.parametrize(
    "item",
    ["2. 삭제 <2014.7.17>", "②삭제 <2012.5.15>", "가\\. 삭제 <2010.9.1>", "(2) 삭제 <2010.9.1>", "3. <삭제>"],
)
def test_repealed_items_are_dropped(item: str):
    assert outline(f"제4조(앞)\n1. 하나\n{item}\n3. 셋")[0][2] == "1. 하나\n3. 셋"


def test_the_word_for_repeal_alone_is_an_item_like_another():
    assert outline("제4조(고칠 수 있는 것)\n1. 추가\n2. 삭제")[0][2] == "1. 추가\n2. 삭제"


@pytest.mark.parametrize(
    "note",
    [
        "<개정 2005.6.8, 2007.1.26>",
        "<신설 2007.1.26>",
        "<개정 2019ㆍ10ㆍ10>",
        "〈개정 2019. 10. 10.〉",
        "<2019.10.10>",
        "(개정 2019.10.10)",
        "\n[본조신설 2010.1.1]",
        "\n[제목개정 2025.4.10]",
        "\n[전문개정 2025.4.10]",
        "\n[종전 제5조는 제6조로 이동 <2010.1.1>]",
        "\n[시행일 : 2010.1.1]",
    ],
)
def test_amendment_notes_are_kept_out_of_the_body(note: str):
    assert outline(f"제4조(앞)\n요금을 낸다. {note}")[0][2] == "요금을 낸다."


@pytest.mark.parametrize(
    "text",
    ["<과세표준>은 다음과 같다.", "[별표 1]의 금액", "요금(2020.1.1 현재)을 낸다.", '[이하 "영"이라 한다]'],
)
def test_other_brackets_stay(text: str):
    assert outline(f"제4조(앞)\n{text}")[0][2] == text


def test_addenda_with_their_own_numbers_are_told_apart():
    text = "## 제1조 (목적)\n본문이다.\n## 부칙\n부칙 <제1호, 2001.1.1>\n제1조(시행일) 가.\n"
    text += "부칙(다른 규칙) <제2호, 2002.2.2>\n① 나."
    assert [number for number, _, _ in outline(text)] == ["제1조", "부칙(제1호) 제1조", "부칙(제2호)"]


def test_a_spaced_branch_number_is_one_before_its_heading():
    text = "제5조(앞)\n하나다.\n제5조의 2(뒤)\n둘이다."
    assert [number for number, _, _ in outline(text)] == ["제5조", "제5조의2"]


def test_a_moved_item_leaves_no_empty_label():
    assert (
        outline("제4조(앞)\n1. 하나\n2. [제2호는 제1호의4로 이동 <2010.1.1>]\n3. 셋")[0][2]
        == "1. 하나\n3. 셋"
    )


def test_a_marked_annex_needs_no_bracket():
    assert outline("## 제1조 (목적)\n본문이다.\n## 별표 1 수수료\n400원")[1] == ("별표 1", "수수료", "400원")


def test_annexes_are_clauses_of_their_own():
    text = "제1조(목적)\n본문이다.\n[별표 1] 수수료(제3조 관련)\n등본 | 400원\n[별표 2]의 금액"
    assert outline(text)[1] == ("별표 1", "수수료(제3조 관련)", "등본 | 400원\n[별표 2]의 금액")


def test_a_number_that_comes_again_gets_its_own_id():
    text = "## 제1조 (가)\n하나\n## 제1조 (나)\n둘\n## 제1조~2\n셋\n## 제1조 (다)\n넷"
    ids = [clause.clause_id for clause in split_text(text).clauses]
    assert ids[:2] == ["doc#제1조", "doc#제1조~2"]
    assert len(set(ids)) == 4
