"""A draft answer against the clauses it cites. Every rule is a refusal with a name; nothing is repaired.

Rules, in order: the draft as characters (`draft_text`), its language, then for each sentence: marks
exist and can be used, no address, no banned expression, and every cited part is supported
(`support`). A sentence that fails is left out; what remains must stand alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from server.domain.answer import Extract
from server.domain.clause import Language
from server.gates.citation_marks import Mark, canonical
from server.gates.draft_text import clean_draft, holds_url
from server.gates.evidence import Evidence, read_evidence
from server.gates.sentences import Sentence, split_sentences
from server.gates.statements import Statement
from server.gates.support import Support, find_support
from server.gates.words import Lexicon, Tokenise

_SCRIPTS = {"ko": re.compile("[가-힣]"), "en": re.compile("[A-Za-z]"), "ru": re.compile("[А-Яа-яЁё]")}
_MIN_SCRIPT_SHARE = 0.4


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """What the verifier works with in one language."""

    language: Language
    lexicon: Lexicon
    tokenise: Tokenise
    find_banned: Callable[[str], Sequence[str]]  # ids of the banned expressions in a text


@dataclass(frozen=True, kw_only=True, slots=True)
class SentenceRefusal:
    """A sentence that was left out. `rule` is a stable code."""

    sentence: str
    rule: str
    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class VerifiedSentence:
    """A sentence that every rule let pass, with its marks in one spelling."""

    text: str
    numbers: tuple[int, ...]
    bearers: tuple[tuple[int, Statement], ...]  # (n, statement of its clause)


@dataclass(frozen=True, kw_only=True, slots=True)
class DraftVerdict:
    """`answer` is empty when nothing may be shown."""

    answer: str
    sentences: tuple[VerifiedSentence, ...]
    refusals: tuple[SentenceRefusal, ...]

    @property
    def complete(self) -> bool:
        """Every sentence of the draft was verified."""
        return bool(self.answer) and not self.refusals


def verify_draft(raw: str, extracts: Sequence[Extract], rules: Rules) -> DraftVerdict:
    """The verified part of a draft. Never raises on text."""
    clean = clean_draft(raw)
    fault = clean.fault or ("" if _speaks(clean.text, rules.language) else "language")
    if fault:
        refusal = SentenceRefusal(sentence="", rule=fault, detail="")
        return DraftVerdict(answer="", sentences=(), refusals=(refusal,))
    evidence = {extract.n: read_evidence(extract, rules.tokenise, rules.lexicon) for extract in extracts}
    checked = [_check(sentence, evidence, rules) for sentence in split_sentences(clean.text)]
    verified = tuple(item for item in checked if isinstance(item, VerifiedSentence))
    refusals = tuple(item for item in checked if isinstance(item, SentenceRefusal))
    if refusals and not _stands_alone(checked, rules.lexicon):
        return DraftVerdict(answer="", sentences=(), refusals=refusals)
    return DraftVerdict(
        answer=" ".join(sentence.text for sentence in verified), sentences=verified, refusals=refusals
    )


def _speaks(text: str, language: Language) -> bool:
    letters = sum(char.isalpha() for char in text)
    return bool(letters) and len(_SCRIPTS[language].findall(text)) / letters >= _MIN_SCRIPT_SHARE


def _check(
    sentence: Sentence, evidence: Mapping[int, Evidence], rules: Rules
) -> VerifiedSentence | SentenceRefusal:
    rule, detail = _surface_fault(sentence, evidence, rules)
    bearers: list[tuple[int, Statement]] = []
    for text, numbers in _cited_parts(sentence) if not rule else ():
        support = _support(text, [evidence[number] for number in numbers], rules)
        bearers.extend(support.bearers)
        rule, detail = rule or support.fault, detail or support.detail
    if rule:
        return SentenceRefusal(sentence=sentence.text, rule=rule, detail=detail)
    return VerifiedSentence(
        text=_with_canonical_marks(sentence),
        numbers=tuple(dict.fromkeys(number for mark in sentence.marks for number in mark.numbers)),
        bearers=tuple(bearers),
    )


def _surface_fault(sentence: Sentence, evidence: Mapping[int, Evidence], rules: Rules) -> tuple[str, str]:
    """Rule and detail of what is wrong before any support is looked for; ("", "") when nothing is."""
    for mark in sentence.marks:
        if mark.fault:
            return mark.fault, sentence.text[mark.start : mark.end]
        unknown = tuple(number for number in mark.numbers if number not in evidence)
        if unknown:
            return "unknown_citation", canonical(unknown)
    if holds_url(sentence.text):
        return "url", ""
    if not sentence.marks:
        return "uncited", ""
    banned = rules.find_banned(sentence.words_text)
    return ("banned", ", ".join(banned)) if banned else ("", "")


def _support(text: str, cited: Sequence[Evidence], rules: Rules) -> Support:
    """Together the cited clauses must bear the text, and each of them some of it."""
    together = find_support(text, cited, rules.tokenise, rules.lexicon)
    if together.fault or len(cited) == 1:
        return together
    for item in cited:
        others = [other for other in cited if other is not item]
        alone = find_support(text, [item], rules.tokenise, rules.lexicon)
        if (
            alone.fault == "support_low"
            and not find_support(text, others, rules.tokenise, rules.lexicon).fault
        ):
            return Support(fault="idle_citation", detail=canonical((item.extract.n,)))
    return together


def _cited_parts(sentence: Sentence) -> list[tuple[str, tuple[int, ...]]]:
    """Each part of a sentence with the marks behind it; a mark at the start speaks for all that follows."""
    parts: list[tuple[str, tuple[int, ...]]] = []
    groups = _adjacent(sentence)
    place = 0
    for number, group in enumerate(groups):
        text = sentence.text[place : group[0].start]
        cited = tuple(dict.fromkeys(n for mark in group for n in mark.numbers))
        if number == 0 and not any(char.isalnum() for char in text) and len(groups) == 1:
            return [(sentence.words_text, cited)]
        if any(char.isalnum() for char in text):
            parts.append((text, cited))
        place = group[-1].end
    rest = sentence.text[place:]
    if any(char.isalnum() for char in rest):
        last = parts.pop() if parts else ("", tuple(n for mark in groups[-1] for n in mark.numbers))
        parts.append((f"{last[0]} {rest}", last[1]))
    return parts


def _adjacent(sentence: Sentence) -> list[list[Mark]]:
    groups: list[list[Mark]] = []
    for mark in sentence.marks:
        if groups and not sentence.text[groups[-1][-1].end : mark.start].strip(" ,;·"):
            groups[-1].append(mark)
        else:
            groups.append([mark])
    return groups


def _with_canonical_marks(sentence: Sentence) -> str:
    text = sentence.text
    for mark in reversed(sentence.marks):
        text = text[: mark.start] + canonical(mark.numbers) + text[mark.end :]
    return text


def _stands_alone(checked: Sequence[VerifiedSentence | SentenceRefusal], lexicon: Lexicon) -> bool:
    """Nothing kept may lean on a sentence that was left out, or be limited by one."""
    for before, after in pairwise(checked):
        leans = isinstance(after, VerifiedSentence) and re.search(lexicon.leaning, after.text, re.IGNORECASE)
        if isinstance(before, SentenceRefusal) and leans:
            return False
        limits = isinstance(after, SentenceRefusal) and re.search(
            lexicon.limiting, after.sentence, re.IGNORECASE
        )
        if isinstance(before, VerifiedSentence) and limits:
            return False
    return any(isinstance(item, VerifiedSentence) for item in checked)
