"""Labels of list items, as written in Korean, English and Russian texts."""

import re

_SYLLABLES = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호"

LABELS = (
    r"[①-⑳㉑-㉟㊱-㊿⑴-⒇⒜-⒵ⓐ-ⓩ㉮-㉻㈎-㈛]",  # 항, and other ready-made signs
    r"\d{1,3}(?:의\d{1,2})*[.)](?!\d)",  # 호: 1. 1의2. 1)
    r"\(\d{1,3}\)",
    rf"[{_SYLLABLES}][.)](?=\s|[^\s가-힣])",  # 목: 가. 가)
    rf"\([{_SYLLABLES}]\)",
    r"\([a-zA-Zа-я]\)",
    r"\([ivxIVX]{1,6}\)",
    r"[a-zA-Z][.)](?=\s)",
    r"[а-яё]\)(?=\s)",
    r"[-*+•·‣◦○●▪■□◇◆※▶–—ㅇㆍ](?=\s)",
)
_LABEL = re.compile("|".join(LABELS))


def label_of(text: str) -> str | None:
    """The label that a left-trimmed line begins with."""
    match = _LABEL.match(text)
    return match.group() if match else None
