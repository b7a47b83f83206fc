"""Query cleaning: what people say around a question is not part of it."""

import re

from server.apps.retrieval.text import nfc
from server.apps.retrieval.wordlists import word_list

EDGE = " \t\n,.…~!?"
STUTTER = re.compile(r"\b(\w{1,4})(?:[\s,]+\1\b)+")  # 그 그 그, 저기 저기


def clean(text: str) -> str:
    """Without fillers, politeness and stutter; a query of nothing else stays as it is."""
    collapsed = STUTTER.sub(r"\1", nfc(text))
    fillers = word_list("fillers.txt")
    kept = [word for word in collapsed.split() if word.strip(EDGE).lower() not in fillers]
    return " ".join(kept) or " ".join(text.split())
