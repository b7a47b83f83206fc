"""What of a line belongs into a clause: amendment notes go, repealed lines go with them."""

from collections.abc import Iterable, Iterator

from server.apps.documents.blocks import AnyBlock, block_text
from server.apps.documents.rules.values import LanguageRules


def without_notes(text: str, rules: LanguageRules) -> str:
    """The text without amendment notes, trimmed."""
    for note in rules.notes:
        text = note.sub("", text)
    return text.strip()


def body_line(line: str, rules: LanguageRules) -> str:
    """The line as the body has it; "" for a note that stands alone and for a repealed line."""
    text = without_notes(line, rules)
    if rules.repealed.fullmatch(text) and rules.repeal_evidence.search(line):
        return ""
    return text


def body_lines(blocks: Iterable[AnyBlock], rules: LanguageRules) -> Iterator[str]:
    """The lines of these blocks that are left."""
    for block in blocks:
        for line in block_text(block).split("\n"):
            if text := body_line(line, rules):
                yield text
