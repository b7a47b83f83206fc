"""Dates and times of day, in the spellings of the three languages, as comparable values.

A date is `YYYY-MM-DD`, `YYYY-MM` or `--MM-DD`; a time of day `HH:MM` in 24 hours.
"""

import re
from collections.abc import Iterator, Mapping

Found = tuple[int, int, str]

_NUMERIC = re.compile(
    r"(?<![\w.])(?P<y>[12][0-9]{3})\s*(?:년\s*|[-./]\s?)(?P<m>[0-9]{1,2})(?:\s*(?:월\s*|[-./]\s?)(?:(?P<d>[0-9]{1,2})(?:일(?!간)|(?!\w)))?)?(?![0-9])"
    r"|(?<![\w.])(?P<d2>[0-9]{1,2})[./](?P<m2>[0-9]{1,2})[./](?P<y2>[12][0-9]{3})(?!\w)"
    r"|(?<![\w.])(?P<m3>[0-9]{1,2})월\s*(?P<d3>[0-9]{1,2})일"
)
_TIME = re.compile(
    r"(?:(?P<half>오전|오후|아침|저녁|밤)\s*)?(?<![\w:.])(?P<h>[0-9]{1,2})(?::(?P<m>[0-9]{2})(?![:0-9])|시(?!간)(?:\s*(?P<m2>[0-9]{1,2})분)?)"
    r"(?:\s*(?P<ampm>[ap]\.?\s?m\b\.?))?"
    r"|(?<![\w:.])(?P<h3>[0-9]{1,2})(?:\.(?P<m3>[0-9]{2}))?\s*(?P<ampm3>[ap]\.?\s?m\b\.?)",
    re.IGNORECASE,
)


def find_dates(text: str, months: Mapping[str, int]) -> Iterator[Found]:
    """(start, end exclusive, value) of every date."""
    for match in _NUMERIC.finditer(text):
        year = match["y"] or match["y2"]
        month = int(match["m"] or match["m2"] or match["m3"])
        day = match["d"] or match["d2"] or match["d3"]
        if month <= 12 and int(day or 1) <= 31:
            yield match.start(), match.end(), _date(year, month, day)
    if not months:
        return
    names = "|".join(sorted(map(re.escape, months), key=len, reverse=True))
    year = r"(?:,?\s+(?P<y>[12][0-9]{3})(?:\s*г(?:\.|ода?)?)?(?!\w))?"
    for pattern in (
        rf"(?<!\w)(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th|-?го|-?е)?\s+(?:of\s+)?(?P<m>{names})\b\.?{year}",
        rf"\b(?P<m>{names})\b\.?\s+(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th)?(?![0-9]){year}",
        rf"\b(?P<m>{names})\b\s+(?P<d>)(?P<y>[12][0-9]{{3}})(?!\w)",
    ):
        for match in re.finditer(pattern, text, re.IGNORECASE):
            yield match.start(), match.end(), _date(match["y"], months[match["m"].lower()], match["d"])


def find_times(text: str) -> Iterator[Found]:
    """(start, end exclusive, value) of every time of day."""
    for match in _TIME.finditer(text):
        hour, minute = int(match["h"] or match["h3"]), int(match["m"] or match["m2"] or match["m3"] or 0)
        mark = (match["ampm"] or match["ampm3"] or match["half"] or "").lower()
        late = mark.startswith("p") or mark in {"오후", "저녁", "밤"}
        if hour <= 24 and minute < 60:
            yield (
                match.start(),
                match.end(),
                f"{hour % 12 + 12 if late and hour <= 12 else hour:02d}:{minute:02d}",
            )


def same_date(claimed: str, given: str) -> bool:
    """Whether `given` says all that `claimed` says: a claimed day of the year fits a full date."""
    return claimed == given or (claimed.startswith("--") and given.endswith(claimed[1:]) and len(given) == 10)


def _date(year: str | None, month: int, day: str | None) -> str:
    if day and year:
        return f"{year}-{month:02d}-{int(day):02d}"
    return f"--{month:02d}-{int(day):02d}" if day else f"{year}-{month:02d}"
