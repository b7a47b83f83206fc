"""What of a line belongs into a clause: amendment notes go, repealed lines go with them."""

import re
from collections.abc import Iterable, Iterator

from server.apps.documents.loaders.labels import label_of
from server.apps.documents.rules.values import LanguageRules

_OPENING = re.compile(r"[<〈＜《(\[]")  # every note begins with one


def without_notes(text: str, rules: LanguageRules) -> str:
    """The text without amendment notes, trimmed."""
    if _OPENING.search(text):
        for note in rules.notes:
            text = note.sub("", text)
    return text.strip()


def body_line(line: str, rules: LanguageRules) -> str:
    """The line as the body has it; "" for a repealed line and for a note alone or after a label."""
    text = without_notes(line, rules)
    if text != line.strip() and label_of(text) == text:
        return ""
    if rules.repeal_evidence.search(line) and rules.repealed.fullmatch(text):
        return ""
    return text


def body_lines(lines: Iterable[str], rules: LanguageRules) -> Iterator[str]:
    """The lines that are left."""
    for line in lines:
        if text := body_line(line, rules):
            yield text
