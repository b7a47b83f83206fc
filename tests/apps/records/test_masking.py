"""Personal numbers, in every dress, leave a text before it is written anywhere."""

import random

import pytest

from server.apps.records.masking import mask, mask_values
from tests.campaigns.masking_campaign import Leak, run_part

MASKED = [
    ("제 주민번호는 900101-1234567이고", "제 주민번호는 [resident-number]이고"),
    ("９００１０１－１２３４５６７", "[resident-number]"),
    ("900101 1234567", "[resident-number]"),
    ("9 0 0 1 0 1 - 1 2 3 4 5 6 7", "[resident-number]"),
    ("주민번호9001011234567번", "주민번호[resident-number]번"),
    ("외국인등록번호 900101-5234567", "외국인등록번호 [resident-number]"),
    ("900231-1234567", "[resident-number]"),
    ("010-1234-5678로 전화", "[phone]로 전화"),
    ("01012345678", "[phone]"),
    ("02-123-4567", "[phone]"),
    ("031.123.4567", "[phone]"),
    ("+82-10-1234-5678", "[phone]"),
    ("8 (495) 123-45-67", "[phone]"),
    ("+7 912 345 67 89", "[phone]"),
    ("call 415-555-0100 now", "call [phone] now"),
    ("010\u200b1234\u200b5678", "[phone]"),
    ("tel:010-1234-5678x", "tel:[phone]x"),
    ("4111-1111-1111-1111", "[card-number]"),
    ("4111 1111 1111 1112", "[card-number]"),
    ("４１１１１１１１１１１１１１１１", "[card-number]"),
    ("378282246310005", "[card-number]"),
    ("hong.gildong@example.com 입니다", "[email] 입니다"),
    ("ｈｏｎｇ＠ｅｘａｍｐｌｅ．ｃｏｍ", "[email]"),
    ("900101-1234567/010-1234-5678", "[resident-number]/[phone]"),
]
KEPT = [
    "2025-03-02까지 500원, 1,000,000원",
    "제12조의2 별지 제3호서식 2통",
    "2026-12-01T09:00:00+00:00",
    "2025-01-02 2025-03-04",
    "sha256:1234567890123456789012345678901234567890123456789012345678abcdef",
    "550e8400-e29b-41d4-a716-446655440000",
    "1588-1234",
    "65세 이상 30%",
]


@pytest.mark.parametrize(("text", "masked"), MASKED)
def test_a_personal_number_is_replaced_by_its_kind(text, masked):
    assert mask(text) == masked


@pytest.mark.parametrize("text", KEPT)
def test_dates_amounts_codes_and_our_own_ids_stay(text):
    assert mask(text) == text


@pytest.mark.parametrize(("text", "_"), MASKED)
def test_masking_twice_changes_nothing_more(text, _):
    assert mask(mask(text)) == mask(text)


def test_every_text_inside_plain_values_is_masked_and_keys_stay():
    values = {"010-1234-5678": ["010-1234-5678", {"a": "x@y.kr"}, 3, None, 0.5, True]}
    assert mask_values(values) == {"010-1234-5678": ["[phone]", {"a": "[email]"}, 3, None, 0.5, True]}


def test_two_hundred_seeded_numbers_leave_nothing_behind():
    leaks: list[Leak] = run_part(random.Random(7), 200)
    assert leaks == []
