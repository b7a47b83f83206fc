"""Clause numbers as tuples, and whether one comes after another."""

import re

Number = tuple[int, ...]

_DIGITS = re.compile(r"[0-9]{1,9}")
MAX_GAP = 5  # numbers that may be missing between two sections
MAX_FIRST = 20  # what a deeper level may begin with


def parts(number: str) -> Number:
    """제12조의2 -> (12, 2); § 3.15 -> (3, 15); Article IV -> ()."""
    return tuple(int(digits) for digits in _DIGITS.findall(number))


def follows(last: Number | None, number: Number) -> bool:
    """The very next number: 12 -> 13 or 12의2; the first one is 1."""
    if last is None:
        return number[:1] in {(), (1,)}
    return number in {(*last, 1), (*last, 2), *((*last[:at], last[at] + 1) for at in range(len(last)))}


def comes_after(last: Number | None, number: Number) -> bool:
    """Any later number, or a new beginning at 1; numbers without digits cannot be compared."""
    return last is None or not number or not last or number > last or number == (1,)


def continues(last: Number | None, number: Number) -> bool:
    """A section number that can stand after `last`: 3.15 -> 3.15.1, 3.16, 4, 4.1, but not 12.5."""
    if last is None:
        return True
    same = next((at for at, (a, b) in enumerate(zip(last, number, strict=False)) if a != b), None)
    if same is None:
        return len(number) > len(last) and max(number[len(last) :]) <= MAX_FIRST
    deeper = number[same + 1 :]
    return 0 < number[same] - last[same] <= MAX_GAP and max(deeper, default=1) == 1
