"""A piece of a text with its place, cut and trimmed without losing the place."""

import re
from dataclasses import dataclass

from server.domain.brackets import mask


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """`text[start:end]` of one text."""

    text: str
    start: int
    end: int

    def __str__(self) -> str:
        return self.text[self.start : self.end]

    @property
    def top(self) -> str:
        """The piece with brackets hidden; positions count from `start`."""
        return mask(str(self))

    def sub(self, start: int, end: int) -> "Span":
        """The part from `start` to `end`, both counted from this span's start, outer space cut."""
        piece = str(self)[start:end]
        left = self.start + start + len(piece) - len(piece.lstrip())
        return Span(text=self.text, start=left, end=left + len(piece.strip()))

    def after(self, pattern: re.Pattern[str]) -> "Span":
        """What follows the pattern at the start, or the span itself."""
        match = pattern.match(self.top)
        return self.sub(match.end(), self.end - self.start) if match else self

    def before(self, pattern: re.Pattern[str]) -> "Span":
        """What stands before the first place of the pattern, or the span itself."""
        match = pattern.search(self.top)
        return self.sub(0, match.start()) if match else self
