"""2,000 synthetic personal numbers through the mask, in every dress; 0 may be left in clear."""

import random
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from server.apps.records.masking import mask

NUMBERS = 2_000
_FULL_WIDTH = str.maketrans("0123456789-", "０１２３４５６７８９－")
_FRAMES = (
    "{}",
    "제 번호는 {}입니다",
    "({})",
    "고객 {}, 명의변경 문의",
    "번호:{}로 연락 주세요",
    "my number is {} thanks",
    "мой номер {} спасибо",
    "14일 이내 {} 400원",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Number:
    """Nobody's number."""

    kind: str
    plain: str
    dressed: str  # as somebody might write it
    text: str  # a sentence with it


@dataclass(frozen=True, kw_only=True, slots=True)
class Leak:
    """A number of which digits in a row were left."""

    kind: str
    text: str
    masked: str


def run(*, seed: int = 20261201) -> dict[str, object]:
    """The whole campaign; prints its figures."""
    leaks = run_part(random.Random(seed), NUMBERS)
    figures: dict[str, object] = {"numbers": NUMBERS, "in_clear": len(leaks), "leaks": leaks[:5]}
    print(f"masking: {figures}")
    return figures


def run_part(dice: random.Random, numbers: int) -> list[Leak]:
    """Mask so many numbers; what was left in clear."""
    made = ((number, mask(number.text)) for number in make_numbers(dice, numbers))
    return [
        Leak(kind=number.kind, text=number.text, masked=masked)
        for number, masked in made
        if _left(masked, number.plain)
    ]


def make_numbers(dice: random.Random, count: int) -> Iterator[Number]:
    """Of every kind in turn."""
    for place in range(count):
        kind, plain = _MAKERS[place % len(_MAKERS)](dice)
        dressed = _dress(dice, plain)
        yield Number(kind=kind, plain=plain, dressed=dressed, text=dice.choice(_FRAMES).format(dressed))


def _left(masked: str, plain: str) -> bool:
    if "@" in plain:
        return "@" in unicodedata.normalize("NFKC", masked)
    digits = re.sub(r"\D", "", plain)
    rest = re.sub(r"\D", "", unicodedata.normalize("NFKC", masked))
    return any(digits[start : start + 5] in rest for start in range(len(digits) - 4))


def _resident(dice: random.Random) -> tuple[str, str]:
    date = f"{dice.randrange(100):02d}{dice.randint(1, 12):02d}{dice.randint(1, 28):02d}"
    return "resident", f"{date}-{dice.randint(1, 4)}{dice.randrange(10**6):06d}"


def _foreigner(dice: random.Random) -> tuple[str, str]:
    date = f"{dice.randrange(100):02d}{dice.randint(1, 12):02d}{dice.randint(1, 28):02d}"
    return "foreigner", f"{date}-{dice.randint(5, 8)}{dice.randrange(10**6):06d}"


def _mobile(dice: random.Random) -> tuple[str, str]:
    return "mobile", f"010-{dice.randrange(1000, 10000)}-{dice.randrange(10000):04d}"


def _landline(dice: random.Random) -> tuple[str, str]:
    area = dice.choice(("02", "031", "032", "051", "053", "064", "070"))
    return "landline", f"{area}-{dice.randrange(200, 10000)}-{dice.randrange(10000):04d}"


def _card(dice: random.Random) -> tuple[str, str]:
    return "card", "-".join(f"{dice.randrange(10000):04d}" for _ in range(4))


def _email(dice: random.Random) -> tuple[str, str]:
    name = "".join(dice.choice("abcdefghij0123456789._") for _ in range(8)).strip("._") or "a"
    return "email", f"{name}@{dice.choice(('example.com', 'mail.example.co.kr', 'пример.рф'))}"


_MAKERS = (_resident, _foreigner, _mobile, _landline, _card, _email)


def _dress(dice: random.Random, plain: str) -> str:
    if "@" in plain:
        return dice.choice((plain, plain.replace("@", "＠"), plain.upper()))
    separated = plain.replace("-", dice.choice(("-", " ", "", " - ", "–", ".", "\u200b", "·")))
    return dice.choice((separated, separated.translate(_FULL_WIDTH), " ".join(plain.replace("-", ""))))
