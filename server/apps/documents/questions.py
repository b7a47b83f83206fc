"""FAQ: a question and its answer are one clause, and the question is its heading."""

from collections.abc import Mapping, Sequence

from server.apps.documents.blocks import AnyBlock, Heading, Table
from server.apps.documents.headings import Start
from server.apps.documents.rules.values import LanguageRules

QUESTION_RANK = 90
MAX_QUESTION_BLOCKS = 8  # lines that a question may take before its answer


def question_starts(
    blocks: Sequence[AnyBlock], rules: LanguageRules, starts: Mapping[int, Start]
) -> dict[int, Start]:
    """Questions that an answer follows. `Q. R. Smith` without an answer is no question."""
    found = {}
    for at, block in enumerate(blocks):
        if isinstance(block, Table) or not (match := rules.question.match(block.text)) or not match["text"]:
            continue
        answer = _answer(blocks, rules, at)
        if answer is None or any(inside in starts for inside in range(at + 1, answer)):
            continue
        lines = [match["text"], *(_text(blocks[inside]) for inside in range(at + 1, answer))]
        label = " ".join(match["label"].split())
        found[at] = Start(
            number=label if any(map(str.isdigit, label)) else "",
            heading=" ".join(lines),
            body=rules.answer.sub("", _text(blocks[answer]), count=1),
            rule="question",
            rank=QUESTION_RANK,
            level=block.level if isinstance(block, Heading) else None,
            label=match["text"],
            blocks=answer - at + 1,
        )
    return found


def _answer(blocks: Sequence[AnyBlock], rules: LanguageRules, question: int) -> int | None:
    for at in range(question + 1, min(len(blocks), question + 1 + MAX_QUESTION_BLOCKS)):
        text = _text(blocks[at])
        if rules.answer.match(text):
            return at
        if rules.question.match(text):
            return None
    return None


def _text(block: AnyBlock) -> str:
    return "" if isinstance(block, Table) else block.text
