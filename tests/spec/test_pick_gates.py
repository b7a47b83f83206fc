"""The gates on a pick, as a table: body, name -> the gate and reason that refuse it, or the text shown."""

import unicodedata

import pytest

from server.domain.pick import Candidate, Picks
from server.domain.reasons import FallbackReason
from server.gates.picks import check_picks
from tests.fakes.clauses import clause, offered

ASKS = "신고하려는 자는 {} 제출하여야 한다."

SHOWN = [
    ("a name before an object particle", ASKS.format("가족관계증명서를"), "가족관계증명서"),
    ("a name before 와", ASKS.format("위임장과 신분증을"), "위임장"),
    ("a name before a bracket", ASKS.format("임대차계약서(사본)를"), "임대차계약서"),
    ("a name at a line's end", "다음 서류를 제출하여야 한다.\n1. 신분증\n2. 위임장", "위임장"),
    ("a name that ends in a count", ASKS.format("사진 2장을"), "사진"),
    ("a name that looks like a grade", ASKS.format("신용등급확인서를"), "신용등급확인서"),
    ("a name that looks like a verdict", ASKS.format("안전점검표를"), "안전점검표"),
    ("a name that looks like a danger", ASKS.format("위험물취급허가증을"), "위험물취급허가증"),
    ("a name that looks like a score", ASKS.format("성적증명서를"), "성적증명서"),
    (
        "a paper that another one replaces",
        ASKS.format("경력증명서를") + " 다만, 없으면 자격증으로 갈음한다.",
        "자격증",
    ),
    (
        "whom a list's proviso exempts",
        "다음 각 호의 서류를 첨부한다. 다만, 공관에서 일하는 사람은 다음 서류를 내지 않는다.\n1. 활동계획서",
        "활동계획서",
    ),
    (
        "a later proviso is a condition",
        ASKS.format("등기부를") + " 다만, 본인인 경우에는 생략한다.",
        "등기부",
    ),
]


@pytest.mark.parametrize(("body", "name"), [row[1:] for row in SHOWN], ids=[row[0] for row in SHOWN])
def test_a_literal_name_is_shown(body, name, policy):
    verdict = check_picks(clause(body), offered(body, name), policy)
    (item,) = verdict.items
    assert (item.name, body[item.start : item.end]) == (name, name)
    assert verdict.fallback_reason is None


REFUSED = [
    ("one syllable off", ASKS.format("주민등록초본을"), "주민등록등본", "grounding", "not_literal"),
    ("invented", ASKS.format("신분증을"), "인감증명서", "grounding", "not_literal"),
    ("inside a longer word", ASKS.format("등록증명서를"), "등록증", "grounding", "inside_a_word"),
    ("begins inside a word", ASKS.format("주민등록등본을"), "등록등본", "grounding", "inside_a_word"),
    ("only in the heading", ASKS.format("신분증을"), "명의변경", "body_only", "heading_only"),
    ("only in the title", ASKS.format("신분증을"), "수도 급수 조례", "body_only", "heading_only"),
    ("bare 서류", ASKS.format("필요한 서류를"), "서류", "generic", "listed"),
    ("bare 증명서", ASKS.format("증명서를"), "증명서", "generic", "listed"),
    ("one syllable", ASKS.format("본을"), "본", "generic", "too_short"),
    ("not to be handed in", "주민등록등본은 제출하지 아니한다.", "주민등록등본", "negated", "waived"),
    ("left out", "다만, 주민등록등본은 제외한다.", "주민등록등본", "negated", "waived"),
    ("may be omitted", "인감증명서의 제출을 생략할 수 있다.", "인감증명서", "negated", "waived"),
    ("not needed", "인감증명서는 필요하지 않습니다.", "인감증명서", "negated", "waived"),
    ("no need to bring", "신분증을 제출할 필요가 없다.", "신분증", "negated", "waived"),
    ("repealed", "다음 서류를 제출하여야 한다.\n1. 삭제 신분증", "신분증", "negated", "repealed"),
    (
        "the office looks it up",
        "공무원은 「전자정부법」 제36조에 따른 행정정보의 공동이용을 통하여 건축물대장을 확인하여야 한다.",
        "건축물대장",
        "negated",
        "office_looks_up",
    ),
    (
        "a list that the office looks up",
        "시장은 행정정보의 공동이용을 통하여 다음 각 호의 서류를 확인해야 한다.\n1. 법인 등기사항증명서",
        "법인 등기사항증명서",
        "negated",
        "office_looks_up",
    ),
    (
        "a fall-back when consent is refused",
        "신청인이 확인에 동의하지 않는 경우에는 사업자등록증 사본을 첨부하도록 해야 한다.",
        "사업자등록증 사본",
        "negated",
        "office_looks_up",
    ),
    (
        "what the office issues",
        "시장은 등록증을 신청인에게 발급해야 한다.",
        "등록증",
        "negated",
        "office_issues",
    ),
    ("a verdict", ASKS.format("안전합니다 확인서를"), "안전합니다 확인서", "banned", "ko.verdict.safe"),
    ("markup", ASKS.format("<b>신분증</b>을"), "<b>신분증</b>", "schema", "markup"),
    ("a zero-width space", ASKS.format("신\u200b분증을"), "신\u200b분증", "schema", "control_characters"),
    ("lone jamo", ASKS.format("ㅅㅣㄴ분증을"), "ㅅㅣㄴ분증", "schema", "lone_jamo"),
    ("another script", ASKS.format("신분증을"), "паспорт", "schema", "foreign_script"),
    ("too long", ASKS.format("가" * 81 + "서를"), "가" * 81 + "서", "caps", "name_too_long"),
]


@pytest.mark.parametrize(
    ("body", "name", "gate", "reason"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_a_name_is_refused_with_its_reason(body, name, gate, reason, policy):
    picks = Picks(
        names=(name,), candidates=offered(body, name).candidates or (Candidate(name="x", start=0, end=1),)
    )
    verdict = check_picks(clause(body), picks, policy)
    assert verdict.items == ()
    assert [(one.gate, one.reason) for one in verdict.refusals] == [(gate, reason)]
    assert verdict.fallback_reason is not None


OTHER_LANGUAGES = [
    ("en", "You must provide a signed lease and a copy of your ID.", "signed lease", None),
    ("en", "You do not need to provide a reference letter.", "reference letter", "negated"),
    ("en", "A utility bill is not required.", "utility bill", "negated"),
    ("en", "A photo is no longer needed.", "photo", "negated"),
    ("en", "The council checks the land register itself.", "land register", "negated"),
    ("en", "Bring your passport, but not your licence.", "licence", "negated"),
    ("en", "Bring your passport, but not your licence.", "passport", None),
    ("en", "Send every document.", "document", "generic"),
    ("ru", "Заявитель представляет копию паспорта.", "копию паспорта", None),
    ("ru", "Справка о доходах не требуется.", "Справка о доходах", "negated"),
    ("ru", "Копию паспорта представлять не нужно.", "Копию паспорта", "negated"),
    ("ru", "Выписку из реестра орган запрашивает самостоятельно.", "Выписку из реестра", "negated"),
    ("ru", "Заявитель представляет документ.", "документ", "generic"),
]


@pytest.mark.parametrize(("language", "body", "name", "gate"), OTHER_LANGUAGES)
def test_english_and_russian_papers_pass_the_same_gates(language, body, name, gate, policy):
    verdict = check_picks(
        clause(body, heading="", document="", language=language), offered(body, name), policy
    )
    assert [one.gate for one in verdict.refusals] == ([] if gate is None else [gate])
    assert [one.name for one in verdict.items] == ([name] if gate is None else [])


SPELLINGS = [
    ("decomposed body", lambda text: unicodedata.normalize("NFD", text), lambda name: name),
    ("decomposed pick", lambda text: text, lambda name: unicodedata.normalize("NFD", name)),
    ("full-width digits", lambda text: text.replace("3", "３"), lambda name: name),
    ("another middle dot", lambda text: text.replace("ㆍ", "·"), lambda name: name),
    ("a non-breaking space", lambda text: text.replace(" 사본", "\u00a0사본"), lambda name: name),
]


@pytest.mark.parametrize(
    ("of_body", "of_name"), [row[1:] for row in SPELLINGS], ids=[row[0] for row in SPELLINGS]
)
def test_one_normalisation_finds_the_name_and_shows_the_clauses_own_spelling(of_body, of_name, policy):
    name = "제3호 등ㆍ초본 사본"
    body = of_body(f"신고하려는 자는 {name}을 제출하여야 한다.")
    start = body.index(of_body(name)[:1], 5)
    written = of_body(name)
    start = body.index(written)
    picks = Picks(
        names=(of_name(name),), candidates=(Candidate(name=written, start=start, end=start + len(written)),)
    )
    (item,) = check_picks(clause(body), picks, policy).items
    assert item.name == body[item.start : item.end] == written


def test_a_literal_name_that_was_not_offered_is_refused(policy):
    body = ASKS.format("신분증과 위임장을")
    picks = Picks(names=("위임장",), candidates=offered(body, "신분증").candidates)
    verdict = check_picks(clause(body), picks, policy)
    assert [(one.gate, one.reason) for one in verdict.refusals] == [("candidate", "not_offered")]
    assert verdict.fallback_reason is FallbackReason.UNGROUNDED


def test_the_same_paper_is_shown_once(policy):
    body = "다음 서류를 제출하여야 한다.\n1. 임대차계약서 사본\n2. 임대차계약서사본\n3. 임대차계약서 사본"
    verdict = check_picks(clause(body), offered(body, "임대차계약서 사본", "임대차계약서사본"), policy)
    assert [one.name for one in verdict.items] == ["임대차계약서 사본"]
    assert [one.reason for one in verdict.refusals] == ["spelling_variant"]


def test_two_papers_that_differ_in_one_syllable_are_both_shown(policy):
    body = ASKS.format("주민등록표 등본과 주민등록표 초본을")
    verdict = check_picks(clause(body), offered(body, "주민등록표 등본", "주민등록표 초본"), policy)
    assert [one.name for one in verdict.items] == ["주민등록표 등본", "주민등록표 초본"]


def test_at_most_twelve_items_are_shown(policy):
    names = tuple(f"{letter}동의서" for letter in "가나다라마바사아자차카타파")
    body = "다음 서류를 제출하여야 한다.\n" + "\n".join(f"{n}. {name}" for n, name in enumerate(names, 1))
    verdict = check_picks(clause(body), offered(body, *names), policy)
    assert len(verdict.items) == 12
    assert [one.reason for one in verdict.refusals] == ["too_many_items"]


FALLBACKS = [
    ((), (), FallbackReason.NO_CANDIDATES),
    (("신분증",), (), FallbackReason.NONE_PICKED),
    (("신분증",), ("여권",), FallbackReason.UNGROUNDED),
    (("안전합니다",), ("안전합니다",), FallbackReason.BANNED),
    (("신분증",), ("신분증\u202e",), FallbackReason.INVALID_REPLY),
]


@pytest.mark.parametrize(("names", "picked", "reason"), FALLBACKS)
def test_a_card_without_items_says_why(names, picked, reason, policy):
    body = "신분증과 안전합니다 를 제출하여야 한다."
    verdict = check_picks(clause(body), offered(body, *names, picked=picked), policy)
    assert (verdict.items, verdict.fallback_reason) == ((), reason)
