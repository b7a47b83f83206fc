"""Which statement a word belongs to: the one that bears a claim, or a rival of it."""

import re
from dataclasses import dataclass

from server.gates.evidence import fact_fault
from server.gates.facts import Fact
from server.gates.statements import Statement
from server.gates.words import Lexicon, Word


@dataclass(frozen=True, kw_only=True, slots=True)
class Binding:
    """A claim and the statements of one clause that bear it."""

    claim: Statement
    bearers: tuple[Statement, ...]
    lexicon: Lexicon

    @property
    def said(self) -> frozenset[str]:
        """Forms that the claim says, its taken-over subject included."""
        return self.claim.forms | self.claim.subject

    def belongs_elsewhere(self, word: Word, holder: Statement) -> bool:
        """Whether a word of the claim that `holder` says belongs there, and not to the bearers."""
        if holder.sentence in {bearer.sentence for bearer in self.bearers}:
            return self._rivals_inside(holder)
        return self._rivals_outside(word, holder)

    def mixes_facts(self) -> bool:
        """Facts come from several bearers, and one of these has its own of a claimed sort: 5권까지 7일."""
        for bearer in self.bearers if len(self.bearers) > 1 else ():
            borne = {_sort(fact) for fact in self.claim.facts if not fact_fault(fact, bearer.facts)}
            if self._rival_sorts(bearer) & ({_sort(fact) for fact in self.claim.facts} - borne):
                return True
        return False

    def _rivals_inside(self, holder: Statement) -> bool:
        """The holder stands in a bearer's sentence: rivals by subject, by what is left out, by facts."""
        if not holder.facts and self._strict(holder) <= self.said:
            return False  # a list goes on: an identity card and a lease
        subjects, said = self._subjects, self.said
        both_named = bool(subjects & said and holder.subject & said)
        if subjects and holder.subject and not subjects & holder.subject and not both_named:
            return True
        taken = self._strict(holder) - self._borne
        rival = self._rival_sorts(holder) & {_sort(fact) for fact in self.claim.facts}
        return bool(self._omitted(holder)) or bool(rival and taken and taken <= said)

    def _rivals_outside(self, word: Word, holder: Statement) -> bool:
        """The holder is another sentence: its words are its own, unless the claim says all the bearers do."""
        if self._subjects & holder.subject:
            return word.form in holder.subject and bool(self._omitted(holder))
        if self._borne <= self.said:
            return False
        listed = not holder.subject and not holder.facts  # a list item, a table's head
        led = any(re.search(self.lexicon.lists, bearer.text, re.IGNORECASE) for bearer in self.bearers)
        row = self._borne <= self.said | self.claim.sentence_forms
        return not (listed and (led or row or self._strict(holder) <= self.said))

    @property
    def _subjects(self) -> frozenset[str]:
        return frozenset(form for bearer in self.bearers for form in bearer.subject)

    @property
    def _borne(self) -> frozenset[str]:
        return frozenset(form for bearer in self.bearers for form in self._strict(bearer))

    def _strict(self, statement: Statement) -> frozenset[str]:
        return statement.strict_forms(self.lexicon)

    def _omitted(self, holder: Statement) -> frozenset[str]:
        """What tells the bearers from the holder, and the claim does not say."""
        return self._borne - holder.forms - self.said

    def _rival_sorts(self, holder: Statement) -> frozenset[str]:
        return frozenset(_sort(fact) for fact in holder.facts if fact_fault(fact, self.claim.facts))


def _sort(fact: Fact) -> str:
    """Facts of one sort can be mistaken for each other: two prices, two periods."""
    return fact.unit.split("/")[0] or fact.kind
