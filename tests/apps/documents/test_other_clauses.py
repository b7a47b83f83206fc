"""Markdown, numbered sections, English, Russian, FAQ, texts without headings."""

import pytest

from tests.apps.documents.split_text import outline, places, split_text


def test_markdown_headings_of_any_depth_carry_their_path():
    text = (
        "# Guide\n\nHello there.\n\n## Moving in\n\n### Keys\n\nTwo keys.\n\n"
        "####### Spare\n\nOne.\n\n## Moving out\n\nClean up."
    )
    done = split_text(text)
    assert done.title == "Guide"
    assert [(clause.number, clause.path) for clause in done.clauses] == [
        ("Guide", ()),
        ("Keys", ("Moving in",)),
        ("Spare", ("Moving in", "Keys")),
        ("Moving out", ()),
    ]


def test_underlined_headings_are_headings():
    text = "Who should register\n--------\n\nA relative.\n\nFees\n====\n\nTen pounds."
    assert outline(text) == [
        ("Who should register", "Who should register", "A relative."),
        ("Fees", "Fees", "Ten pounds."),
    ]


NUMBERED = """\
House rules

3. Deposits
3.14 The deposit is due on signing.
3.15 Return of the deposit
The landlord returns it within 14 days.
About 3.5 million pounds a year are returned.
3.15.2 Interest
12.5 percent is never paid.
4. Repairs
4.1 Tell us first.
"""


def test_numbered_sections_follow_their_sequence():
    assert [(number, heading) for number, heading, _ in outline(NUMBERED)] == [
        ("3.14", ""),
        ("3.15", "Return of the deposit"),
        ("3.15.2", "Interest"),
        ("4.1", ""),
    ]
    assert outline(NUMBERED)[2][2] == "12.5 percent is never paid."
    assert split_text(NUMBERED).clauses[2].path == ("3. Deposits", "3.15 Return of the deposit")


def test_marked_section_numbers_are_numbers():
    text = "# Rules\n\n## 3.15 Pets\n\nAsk first.\n\n## 4. Noise\n\nBe quiet.\n\n## 2024 fees\n\nNone."
    assert [number for number, _, _ in outline(text)] == ["3.15", "4", "2024 fees"]


def test_a_lone_figure_is_no_section():
    assert [number for number, _, _ in outline("# Rates\n\n3.5 percent a year.")] == ["Paragraph 1"]


@pytest.mark.parametrize(
    ("line", "number", "heading"),
    [
        ("Article 5. Deposits", "Article 5", "Deposits"),
        ("ARTICLE V - Deposits", "ARTICLE V", "Deposits"),
        ("Section 3.15 Deposits", "Section 3.15", "Deposits"),
        ("§ 3.15 Deposits", "§ 3.15", "Deposits"),
        ("Sec. 12 (Deposits)", "Sec. 12", "Deposits"),
        ("### Article 5: Deposits", "Article 5", "Deposits"),
    ],
)
def test_english_articles_and_sections(line: str, number: str, heading: str):
    assert outline(f"Tenancy guide\n\n{line}\nThe deposit is held safely.")[-1] == (
        number,
        heading,
        "The deposit is held safely.",
    )


@pytest.mark.parametrize(
    "line",
    [
        "Section 6 of this guide applies.",
        "Section 6(2) applies.",
        "Article 6, as amended, applies.",
        "Section 99 Holds.",
    ],
)
def test_english_references_are_no_sections(line: str):
    assert [number for number, _, _ in outline(f"Section 5. Deposits\nPaid first.\n{line}")] == ["Section 5"]


def test_english_repealed_sections_are_dropped():
    assert [
        n
        for n, _, _ in outline("Section 1. Keys\nTwo.\nSection 2. Pets\n[Repealed]\nSection 3. Noise\nNone.")
    ] == [
        "Section 1",
        "Section 3",
    ]


RUSSIAN = """\
Правила обслуживания

Глава 1. Общие положения
Статья 1. Предмет правил
Правила определяют порядок приёма.
Статья 12 настоящих правил применяется ко всем.
Статья 2. Документы
1) паспорт;
2) договор.
Статья 3. Утратила силу
Утратила силу. - Постановление от 01.02.2020 № 5
пункт 4. Сроки
Ответ даётся за 10 дней.
"""


def test_russian_articles_and_points():
    done = split_text(RUSSIAN)
    assert (done.language, done.title) == ("ru", "Правила обслуживания")
    assert [(clause.number, clause.heading) for clause in done.clauses] == [
        ("Статья 1", "Предмет правил"),
        ("Статья 2", "Документы"),
        ("пункт 4", "Сроки"),
    ]
    assert done.clauses[0].path == ("Глава 1. Общие положения",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Q. 요금은 언제 내나요?\nA. 매월 말일입니다.",
            ("요금은 언제 내나요?", "요금은 언제 내나요?", "매월 말일입니다."),
        ),
        ("**Q1.** 요금은\n언제 내나요?\n\n**A1.** 말일입니다.", ("Q1", "요금은 언제 내나요?", "말일입니다.")),
        (
            "문 3: 이사하면요?\n답: 신고합니다.\n서류는 없습니다.",
            ("문 3", "이사하면요?", "신고합니다.\n서류는 없습니다."),
        ),
        ("### Q. May I paint?\nA. Ask us.", ("May I paint?", "May I paint?", "Ask us.")),
        ("В: Как оплатить счёт?\nО: В кассе.", ("Как оплатить счёт?", "Как оплатить счёт?", "В кассе.")),
        ("Вопрос 2. Где касса?\nОтвет. Внизу.", ("Вопрос 2", "Где касса?", "Внизу.")),
    ],
)
def test_a_question_and_its_answer_are_one_clause(text: str, expected: tuple[str, str, str]):
    assert outline(text) == [expected]


def test_questions_follow_each_other():
    text = "# FAQ\n\n## 요금\n\nQ. 하나?\nA. 일.\n\nQ. 둘?\nA. 이.\n"
    assert outline(text) == [("하나?", "하나?", "일."), ("둘?", "둘?", "이.")]
    assert split_text(text).clauses[1].path == ("요금",)


def test_a_letter_without_an_answer_is_no_question():
    assert outline("# Names\n\nQ. R. Smith lives here.")[0][2] == "Q. R. Smith lives here."


PARAGRAPHS = """\
물은 아껴 써야 합니다. 그래서 요금은 쓴 만큼 냅니다. 모두가 그렇게 합니다.

신청할 때 필요한 것:

- 신분증
- 임대차계약서

이사할 때는 미리 알려 주십시오. 그래야 요금을 나눌 수 있습니다. 전화도 됩니다.
"""


def test_a_text_without_headings_is_split_at_its_paragraphs():
    assert places(PARAGRAPHS) == [("문단 1", 1, 1), ("문단 2", 3, 6), ("문단 3", 8, 8)]


def test_one_clause_of_sixty_thousand_characters_stays_one():
    line = "요금은 매월 말일까지 내야 한다.\n"
    text = "제1조(요금)\n" + line * (60_000 // len(line))
    assert [number for number, _, _ in outline(text)] == ["제1조"]
    assert len(outline(text)[0][2]) > 55_000


def test_nested_lists_keep_one_item_a_line():
    text = "## Papers\n\n- passport\n  - copy\n    1) colour\n  * original\n- bill"
    assert outline(text)[0][2] == "- passport\n- copy\n1) colour\n* original\n- bill"


def test_text_before_the_first_heading_is_a_clause_too():
    assert outline("Read this first, it is short.\nAnd this.\n\n## Keys\n\nTwo.")[0] == (
        "Preamble",
        "",
        "Read this first, it is short.\nAnd this.",
    )


def test_a_long_heading_is_cut_as_a_number_only():
    heading = "What happens when " * 10
    number, shown, _ = outline(f"## {heading}\n\nNothing.")[0]
    assert (len(number) <= 81, shown) == (True, heading.strip())


def test_front_matter_gives_title_and_metadata():
    done = split_text(
        "---\n제목: '물 공급 약관'\n시행일자: 2020-01-02\n부서:\n- 수도과\n- 총무과\n---\n"
        "\n# 약관\n\n제1조(목적)\n본문이다."
    )
    assert (done.title, [clause.number for clause in done.clauses]) == ("물 공급 약관", ["제1조"])
    assert done.clauses[0].start_line == 11


def test_windows_line_ends_count_like_others():
    assert places(PARAGRAPHS.replace("\n", "\r\n")) == places(PARAGRAPHS)


def test_code_is_text():
    assert outline("## Setup\n\n```\n# not a heading\nrun * all\n```\n")[0][2] == "# not a heading\nrun * all"
