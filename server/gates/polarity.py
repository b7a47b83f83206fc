"""Yes and no, must and may: what turns a true sentence into its opposite without touching a fact."""

import re
from collections.abc import Sequence

from server.gates.statements import Statement
from server.gates.words import Lexicon

_REACH = 8  # characters between a negator and the predicate it governs: 제출하지 아니한다, must not be put


def polarity_fault(
    claim: Statement, evidence: Sequence[Statement], lexicon: Lexicon, *, all_literal: bool
) -> str:
    """Empty, or negated, modality, opposite.

    `evidence` are the statements that bear the claim. `all_literal`: every word of the claim stands in
    them, so that a negation elsewhere in the evidence is known not to govern one of its predicates.
    """
    given = " ".join(statement.text for statement in evidence)
    claimed = count_negations(claim.text, lexicon) % 2
    if claimed != count_negations(given, lexicon) % 2 and not (
        claimed == 0 and all_literal and _untouched(claim, evidence, lexicon)
    ):
        return "negated"
    if _modality_turned(claim.text, given, lexicon):
        return "modality"
    return "opposite" if _opposite(claim.text, given, lexicon) else ""


def count_negations(text: str, lexicon: Lexicon) -> int:
    """Negating words of a text, bounds like "no later than" aside."""
    return len(re.findall(lexicon.negators, _masked(text, lexicon), re.IGNORECASE))


def _untouched(claim: Statement, evidence: Sequence[Statement], lexicon: Lexicon) -> bool:
    """A claim without negation may leave out a negated side remark, when none of its own words is in it."""
    claim_forms = claim.forms
    for statement in evidence:
        text = _masked(statement.text, lexicon)
        for match in re.finditer(lexicon.negators, text, re.IGNORECASE):
            near = {
                word.form
                for word in statement.words
                if abs(_distance(word.start - statement.start, word.end - statement.start, match)) <= _REACH
            }
            if near & claim_forms:
                return False
    return True


def _distance(start: int, end: int, match: re.Match[str]) -> int:
    return max(start - match.end(), match.start() - end, 0)


def _modality_turned(claim: str, given: str, lexicon: Lexicon) -> bool:
    claim_must, claim_may = _has(lexicon.must, claim), _has(lexicon.may, claim)
    given_must, given_may = _has(lexicon.must, given), _has(lexicon.may, given)
    to_must = claim_must and not claim_may and given_may and not given_must
    to_may = claim_may and not claim_must and given_must and not given_may
    return to_must or to_may


def _opposite(claim: str, given: str, lexicon: Lexicon) -> bool:
    for left, right in lexicon.opposites:
        for one, other in ((left, right), (right, left)):
            if _has(one, claim) and not _has(one, given) and _has(other, given) and not _has(other, claim):
                return True
    return False


def _masked(text: str, lexicon: Lexicon) -> str:
    return (
        re.sub(lexicon.masks, lambda match: " " * len(match[0]), text, flags=re.IGNORECASE)
        if lexicon.masks
        else text
    )


def _has(pattern: str, text: str) -> bool:
    return bool(pattern) and re.search(pattern, text, re.IGNORECASE) is not None
