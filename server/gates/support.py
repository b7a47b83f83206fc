"""Whether cited clauses say what one sentence says: words, facts, and which belongs to which."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from server.gates.evidence import Evidence, fact_fault, holds_word, in_statement
from server.gates.facts import quoted_names
from server.gates.polarity import count_negations, polarity_fault
from server.gates.rivals import Binding
from server.gates.statements import Statement, split_statements
from server.gates.words import Lexicon, Tokenise, Word

MIN_SUPPORT = 0.4
"""Share of a sentence's content words, plain ones included, that its clauses must hold literally."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Support:
    """The verdict on one cited piece of text. `fault` is empty when it is supported."""

    fault: str
    detail: str
    bearers: tuple[tuple[int, Statement], ...] = ()  # (extract n, statement) that bear it, for quoting


def find_support(text: str, evidence: Sequence[Evidence], tokenise: Tokenise, lexicon: Lexicon) -> Support:
    """Check one piece of a sentence against the clauses it cites.

    Faults: name_missing, fact_missing, unit_changed, bound_changed, support_low, swapped, negated,
    modality, opposite.
    """
    statements = split_statements(text, tokenise, lexicon)
    words = tuple(word for statement in statements for word in statement.words)
    fault = _literal_fault(text, words, statements, evidence, lexicon)
    if fault is not None:
        return fault
    bearers: list[tuple[int, Statement]] = []
    for statement in statements:
        if not statement.words and not statement.facts:
            continue
        bound = _bind(statement, evidence, lexicon)
        if bound.fault:
            return bound
        bearers.extend(bound.bearers)
    return Support(fault="", detail="", bearers=tuple(bearers))


def _literal_fault(
    text: str,
    words: Sequence[Word],
    statements: Sequence[Statement],
    evidence: Sequence[Evidence],
    lexicon: Lexicon,
) -> Support | None:
    facts = [fact for item in evidence for fact in item.facts]
    for fact in (fact for statement in statements for fact in statement.facts):
        fault = fact_fault(fact, facts)
        if fault:
            return Support(fault=fault, detail=fact.text)
    for name in quoted_names(text):
        if not any("".join(name.lower().split()) in item.squeezed for item in evidence):
            return Support(fault="name_missing", detail=name)
    held = [word for word in words if any(holds_word(item, word) for item in evidence)]
    for word in words:
        own_words = word.predicate or (not word.name and _plain(word, lexicon))
        if word not in held and not own_words:
            return Support(fault="name_missing", detail=text[word.start : word.end])
    if not held and not any(statement.facts for statement in statements):
        return Support(fault="support_low", detail="0")
    share = len(held) / len(words) if words else 1.0
    return Support(fault="support_low", detail=f"{share:.2f}") if share < MIN_SUPPORT else None


def _plain(word: Word, lexicon: Lexicon) -> bool:
    return word.form in lexicon.plain or (len(word.parts) > 1 and lexicon.plain.issuperset(word.parts))


def _bind(claim: Statement, evidence: Sequence[Evidence], lexicon: Lexicon) -> Support:
    """Find statements that bear the claim: one that holds it best, or one for each of its facts."""
    faults: list[Support] = []
    for item in evidence:
        for bearers in _candidates(claim, item, lexicon):
            fault = _binding_fault(claim, bearers, item, lexicon)
            if not fault.fault:
                return Support(
                    fault="", detail="", bearers=tuple((item.extract.n, bearer) for bearer in bearers)
                )
            faults.append(fault)
    if not faults:  # nothing to bind: only heading words and plain words
        return Support(fault="", detail="")
    return faults[0]


def _candidates(claim: Statement, item: Evidence, lexicon: Lexicon) -> list[tuple[Statement, ...]]:
    scored = [(_score(claim, statement, lexicon), statement) for statement in item.statements]
    if not claim.facts:
        best = max((score for score, _ in scored), default=0)
        return [(statement,) for score, statement in scored if score == best and best > 0]
    whole = [
        (score, statement)
        for score, statement in scored
        if all(not fact_fault(fact, statement.facts) for fact in claim.facts)
    ]
    if whole:
        best = max(score for score, _ in whole)
        return [(statement,) for score, statement in whole if score == best]
    single: list[Statement] = []
    for fact in claim.facts:
        holders = [
            (score, place)
            for place, (score, statement) in enumerate(scored)
            if not fact_fault(fact, statement.facts)
        ]
        if holders:
            single.append(scored[max(holders)[1]][1])
    return [tuple(dict.fromkeys(single))] if single else []


def _score(claim: Statement, statement: Statement, lexicon: Lexicon) -> int:
    return sum(
        1 if word.form in lexicon.light or word.predicate else 2
        for word in claim.words
        if in_statement(statement, word)
    )


def _binding_fault(
    claim: Statement, bearers: tuple[Statement, ...], item: Evidence, lexicon: Lexicon
) -> Support:
    binding = Binding(claim=claim, bearers=bearers, lexicon=lexicon)
    if binding.mixes_facts():
        return Support(fault="swapped", detail=claim.text.strip())
    for word in _foreign(claim, bearers, item, lexicon):
        holders = [statement for statement in item.statements if in_statement(statement, word)]
        if holders and all(binding.belongs_elsewhere(word, holder) for holder in holders):
            return Support(fault="swapped", detail=word.form)
    governed = _governed(claim, bearers, item, lexicon)
    all_literal = all(any(in_statement(statement, word) for statement in governed) for word in claim.words)
    fault = polarity_fault(claim, governed, lexicon, all_literal=all_literal)
    return Support(fault=fault, detail=claim.text.strip())


def _foreign(
    claim: Statement, bearers: tuple[Statement, ...], item: Evidence, lexicon: Lexicon
) -> Iterable[Word]:
    """Words of the claim that its bearers do not say, nor the heading."""
    inherited = [Word(form=form, parts=(form,), start=0, end=0) for form in claim.subject - claim.forms]
    taken_over = frozenset(form for bearer in bearers for form in bearer.subject)
    for word in (*claim.words, *inherited):
        light = word.form in lexicon.light and not word.name
        about_all = word.form in item.neutral and not any(in_statement(one, word) for one in item.statements)
        if about_all or word.form in taken_over or light:
            continue
        if not any(in_statement(bearer, word) for bearer in bearers):
            yield word


def _governed(
    claim: Statement, bearers: tuple[Statement, ...], item: Evidence, lexicon: Lexicon
) -> list[Statement]:
    """The bearers, and the statements of their sentences that say more of the claim or hold the predicate."""
    found = list(bearers)
    said = [word for word in claim.words if not count_negations(word.form, lexicon)]
    sentences = {bearer.sentence for bearer in bearers}
    for statement in item.statements:
        if statement in found or statement.sentence not in sentences:
            continue
        if any(
            in_statement(statement, word) and not any(in_statement(one, word) for one in found)
            for word in said
        ):
            found.append(statement)
    return found
