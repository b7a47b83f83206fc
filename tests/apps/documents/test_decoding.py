"""Encodings: what is read, and what is refused instead of guessed."""

import codecs

import pytest

from server.apps.documents.decoding import decode
from server.apps.documents.unreadable import Unreadable

KOREAN = "제1조(목적) 이 약관은 물 공급을 정한다.\r\n제2조(요금) 매월 낸다.\r\n"
RUSSIAN = "Статья 1. Предмет правил\nПравила определяют порядок приёма.\n"
ENGLISH = "Section 1. Keys\nThe landlord’s agent gives two keys – no more.\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (KOREAN, "utf-8"),
        (KOREAN, "utf-8-sig"),
        (KOREAN, "utf-16"),
        (KOREAN, "utf-16-le"),
        (KOREAN, "utf-16-be"),
        (KOREAN, "utf-32"),
        (KOREAN, "cp949"),
        (KOREAN, "euc-kr"),
        ("똠방각하 펲시콜라를 샀다.", "cp949"),
        (RUSSIAN, "utf-8"),
        (RUSSIAN, "utf-16-le"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (ENGLISH, "utf-8"),
        (ENGLISH, "utf-16-be"),
        (ENGLISH, "cp1252"),
        ("At 28.5°E the fee is £30, says François.", "cp1252"),  # pairs that CP949 and CP1251 would take too
        ("San Diego–Tijuana, 1,500 people.", "cp1252"),
    ],
)
def test_a_text_comes_back_as_it_was(text: str, encoding: str):
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    "data",
    [
        KOREAN.encode()[:-20] + b"\xff\xfe\xfa" + KOREAN.encode(),  # broken UTF-8 is not repaired
        codecs.BOM_UTF8 + b"\xff\xff",
        codecs.BOM_UTF16_LE + b"\x00\xd8\x00",
        bytes(range(256)) * 40,
        b"\x00\x01\x02" * 1000,
        "日本語の文章です。".encode("shift-jis"),
        "The word 물값 means water charge in Korean.".encode("cp949"),
    ],
)
def test_what_no_encoding_explains_is_refused_with_a_remedy(data: bytes):
    with pytest.raises(Unreadable) as caught:
        decode(data)
    assert (caught.value.reason, caught.value.remedy) == ("undecodable", "save it again as UTF-8")


def test_a_fault_is_named_by_its_place():
    with pytest.raises(Unreadable, match="byte 4"):
        decode("가".encode() + b"\xff" + "나다라".encode())
