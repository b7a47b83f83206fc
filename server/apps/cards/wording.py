"""Every sentence on a card comes from a policy template; nothing that a model wrote does."""

from collections.abc import Mapping, Sequence

from server.domain.clause import Clause
from server.domain.reasons import NoDocumentsReason, Outcome
from server.gates.caps import MAX_TEXT_CHARACTERS

Labels = Mapping[str, str]  # templates of one language, by key (contracts/policies/labels.<lang>.json)


def titles(clause: Clause, labels: Labels) -> tuple[str, ...]:
    """Ways to name a clause, the fullest first. The last one holds nothing but its place."""
    named = labels["card.title_plain"].format(document=clause.document, number=clause.number)
    place = f"{clause.doc_id}:{clause.start_line}"
    if not clause.heading or clause.heading == clause.number:
        return named, place
    full = labels["card.title"].format(document=clause.document, number=clause.number, heading=clause.heading)
    return full, named, place


def items_text(names: Sequence[str], labels: Labels) -> str:
    """`필요 서류: 신분증 · 임대차계약서 사본`."""
    return labels["card.items"].format(items=labels["card.joiner"].join(names))


def names_that_fit(names: Sequence[str], labels: Labels) -> int:
    """How many names, from the first, a card's text has room for."""
    count = len(names)
    while count and len(items_text(names[:count], labels)) > MAX_TEXT_CHARACTERS:
        count -= 1
    return count


def message(
    outcome: Outcome, reason: NoDocumentsReason | None, missing: Sequence[str], labels: Labels
) -> str | None:
    """What the agent reads when there are no cards; None when there are."""
    if outcome is Outcome.CARDS:
        return None
    sentence = labels[f"message.{outcome.value}"]
    detail = labels.get(f"message.{reason.value}") if reason else None
    if detail is None:
        return sentence
    return f"{sentence}. {detail.format(term=', '.join(missing))}"
