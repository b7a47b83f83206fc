"""No banned expression passes, however it is written; harmless names pass."""

import html
import unicodedata

import pytest

from server.gates.banned import find_banned
from server.gates.skeleton import skeletons

PHRASES = ("안전합니다", "위험도 78%", "1등급", "원금 보장")
LEADS, VOWELS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
HALF = {
    unicodedata.normalize("NFKC", chr(code)): chr(code)
    for code in range(0xFFA1, 0xFFDD)
    if unicodedata.category(chr(code)) != "Cn"
}


def letters(text):
    out = ""
    for character in text:
        if "가" <= character <= "힣":
            number = ord(character) - 0xAC00
            out += LEADS[number // 588] + VOWELS[number % 588 // 28] + FINALS[number % 28]
        else:
            out += character
    return out


def half_width(text):
    return "".join(HALF.get(unicodedata.normalize("NFKC", one), one) for one in letters(text))


def between(mark):
    return mark.join


def digits(first):
    return lambda text: "".join(chr(ord(first) + int(one)) if one in "0123456789" else one for one in text)


DISGUISES = {
    "as it is": lambda text: text,
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "letters apart": letters,
    "half-width letters": half_width,
    "full width": lambda text: "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text),
    "spaced": lambda text: " ".join(text.replace(" ", "")),
    "one stray space": lambda text: text[0] + " " + text[1:],
    "non-breaking spaces": between("\u00a0"),
    "thin spaces": between("\u2009"),
    "ideographic spaces": between("\u3000"),
    "line breaks": lambda text: "\n".join(text.replace(" ", "")),
    "zero-width spaces": between("\u200b"),
    "zero-width joiners": between("\u200d"),
    "zero-width non-joiners": between("\u200c"),
    "word joiners": between("\u2060"),
    "byte order marks": between("\ufeff"),
    "soft hyphens": between("\u00ad"),
    "grapheme joiners": between("\u034f"),
    "variation selectors": between("\ufe0f"),
    "tag characters": between("\U000e0041"),
    "direction marks": between("\u200e"),
    "Hangul filler": between("\u3164"),
    "half-width filler": between("\uffa0"),
    "leading filler": between("\u115f"),
    "braille blanks": between("\u2800"),
    "struck through": between("\u0336"),
    "circled": between("\u20dd"),
    "decomposed and joined": lambda text: "\u200b".join(unicodedata.normalize("NFD", text)),
    "full stops": between("."),
    "middle dots": between("·"),
    "hyphens": between("-"),
    "low lines": between("_"),
    "stars": between("*"),
    "bold": lambda text: f"**{text[:2]}**{text[2:]}",
    "tags": lambda text: f"{text[:1]}<b></b>{text[1:]}",
    "a comment": lambda text: f"{text[:1]}<!-- -->{text[1:]}",
    "emoji": between("🙂"),
    "right to left": lambda text: f"\u202e{text[::-1]}\u202c",
    "right to left, left open": lambda text: f"\u202e{text[::-1]}",
    "decimal entities": lambda text: "".join(f"&#{ord(one)};" for one in text),
    "hexadecimal entities": lambda text: "".join(f"&#x{ord(one):X};" for one in text),
    "entities of entities": lambda text: html.escape("".join(f"&#{ord(one)};" for one in text)),
    "Arabic digits": digits("\u0660"),
    "mathematical digits": digits("\U0001d7ce"),
    "look-alike digits": lambda text: text.replace("1", "l").replace("8", "B"),
}


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
@pytest.mark.parametrize("phrase", PHRASES)
def test_a_disguised_expression_is_found_where_it_stands(phrase, disguise, policy):
    written = disguise(phrase)
    text = f"신분증 · {written} · 위임장"
    match = find_banned(text, policy)
    assert match is not None
    assert written.startswith(match.found[:1]) or match.found in text
    assert text[match.start : match.end] == match.found


def rules(policy, attribute):
    return [(rule.rule_id, text) for rule in policy.banned for text in getattr(rule, attribute)]


def test_every_rule_refuses_its_own_examples(policy):
    missed = [row for row in rules(policy, "must_refuse") if not find_banned(row[1], policy)]
    assert missed == []


def test_no_rule_refuses_what_must_pass(policy):
    caught = [(*row, find_banned(row[1], policy)) for row in rules(policy, "must_pass")]
    assert [row for row in caught if row[2]] == []


@pytest.mark.parametrize("text", ["Bу safe", "Тhis is sаfe", "It is ｓａｆｅ.", "i t  i s  s a f e"])
def test_latin_look_alikes_are_folded(text, policy):
    assert find_banned("It is safe", policy)
    assert (find_banned(text, policy) is None) == text.startswith("Bу")


@pytest.mark.parametrize("text", ["Этo бeзoпacнo", "это без\u00adопасно", "Э т о  о п а с н о"])
def test_cyrillic_look_alikes_are_folded(text, policy):
    assert find_banned(text, policy)


def test_two_harmless_names_side_by_side_make_no_banned_expression(policy):
    text = "필요 서류: 위험도평가서 · 78% 지분 확인서"
    assert find_banned(text, policy, item_names=("위험도평가서", "78% 지분 확인서")) is None


def test_a_banned_name_is_found_among_harmless_ones(policy):
    match = find_banned("필요 서류: 신분증 · 원금 보장", policy, item_names=("신분증", "원금 보장"))
    assert (match.rule_id, match.found) == ("ko.promise.principal", "원금 보장")


def test_the_skeleton_leads_back_to_every_character():
    text = "가&#45208;\u200b다 ＡＢ ㅅㅣㄴ"
    skeleton = skeletons(text)["latin"][0]
    assert len(skeleton.places) == len(skeleton.text)
    assert all(0 <= start < end <= len(text) for start, end in skeleton.places)
    assert skeleton.text == "가나다 ab 신"
    assert text[slice(*skeleton.span(1, 2))] == "&#45208;"
