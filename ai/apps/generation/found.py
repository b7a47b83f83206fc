"""What a language's finder says of a body."""

from dataclasses import dataclass

from ai.apps.generation.span import Span


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A name at its place. `sure`: the rules alone would pick it; else a model may."""

    span: Span
    line: int  # index of the outline's line it stands in
    sure: bool
