"""Headings of languages that write a word and its number: Article 5, Статья 12."""

import re

from server.apps.documents.rules.values import ARTICLE_RANK, HeadingRule


def numbered(
    name: str, number: str, *, rank: int, reference: re.Pattern[str], apart: bool = False
) -> HeadingRule:
    """`number` is the pattern of word and number; what encloses articles is a title and nothing else."""
    encloses = rank < ARTICLE_RANK
    return HeadingRule(
        name=name,
        pattern=re.compile(rf"(?P<number>{number})(?=[\s.:–—(-]|$)"),
        rank=rank,
        title_only=encloses,
        bracketed=not encloses,
        reference=reference,
        apart=apart,
    )
