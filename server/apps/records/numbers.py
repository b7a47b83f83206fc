"""Which kind of personal number a run of digit groups is. Pure."""

import re
from dataclasses import dataclass
from itertools import accumulate

RESIDENT, CARD, PHONE = "[resident-number]", "[card-number]", "[phone]"

_MONTH_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_KOREAN_PHONE = re.compile(
    r"0(?:1[016-9][0-9]{7,8}|2[0-9]{7,8}|[3-6][0-9][0-9]{7,8}|(?:70|80|50[0-9]?)[0-9]{7,8})"
    r"|(?:00)?82(?:0?1[016-9][0-9]{7,8}|0?2[0-9]{7,8}|0?[3-6][0-9][0-9]{7,8})"
)
_RUSSIAN_MOBILE = re.compile(r"[78]9[0-9]{9}")
_PHONE_GROUPS = frozenset(
    {(3, 3, 4), (1, 3, 3, 4), (1, 3, 3, 2, 2), (3, 4, 4), (3, 3, 2, 2), (2, 4, 4), (2, 3, 4), (4, 3, 4)}
)
_CARD_GROUPS = frozenset({(16,), (4, 4, 4, 4), (8, 8), (4, 12), (6, 10)})


@dataclass(frozen=True, kw_only=True, slots=True)
class Digits:
    """Digits as they were grouped by separators."""

    groups: tuple[str, ...]
    plus: bool  # an international prefix stands before them

    @property
    def joined(self) -> str:
        """All digits."""
        return "".join(self.groups)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Digits in each group."""
        return tuple(map(len, self.groups))

    @property
    def one_by_one(self) -> bool:
        """Every digit stands alone: 9 0 0 1 0 1 …"""
        return max(self.sizes) == 1


def kind_of(number: Digits) -> str | None:
    """The kind in brackets, or None: then these groups are no personal number taken together."""
    if _is_resident_number(number):
        return RESIDENT
    if _is_card(number):
        return CARD
    return PHONE if _is_phone(number) else None


def _is_resident_number(number: Digits) -> bool:
    digits = number.joined
    if len(digits) != 13 or (len(number.groups) > 1 and 6 not in accumulate(number.sizes)):
        return False
    if number.sizes == (6, 7):
        return True  # nothing else is written so, and a slip in the date is still somebody's number
    month, day = int(digits[2:4]), int(digits[4:6])
    return 1 <= month <= 12 and 1 <= day <= _MONTH_DAYS[month - 1]


def _is_card(number: Digits) -> bool:
    digits = number.joined
    if len(digits) == 16:
        return number.sizes in _CARD_GROUPS or number.one_by_one
    if len(digits) == 15 and digits[:2] in {"34", "37"}:
        return number.sizes in {(15,), (4, 6, 5)} or number.one_by_one
    return len(digits) in {13, 14, 17, 18, 19} and set(number.sizes[:-1]) <= {4} and _luhn(digits)


def _is_phone(number: Digits) -> bool:
    digits = number.joined
    if number.plus:
        return 8 <= len(digits) <= 15
    whole = len(number.groups) == 1 or number.one_by_one
    prefixed = len(number.groups[0]) > 2 or number.groups[0] in {"02", "82"}
    if (whole or (prefixed and number.sizes[-1] >= 4)) and _KOREAN_PHONE.fullmatch(digits):
        return True
    if _RUSSIAN_MOBILE.fullmatch(digits):
        return True
    return number.sizes in _PHONE_GROUPS


def _luhn(digits: str) -> bool:
    """ISO/IEC 7812-1, annex B."""
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
