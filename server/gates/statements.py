"""A text cut into statements: the smallest pieces that bind a fact to what it is a fact about.

`등본은 400원이고, 초본은 300원이다` holds two statements. Support is looked for statement by statement,
because every word and every number of "등본은 300원" stands in that clause, and yet it is wrong.
A condition (…하는 경우에는, if …, если …) stays with what it governs.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from server.gates.facts import Fact, find_facts
from server.gates.sentences import sentence_spans
from server.gates.words import Lexicon, Tokenise, Word

_BREAK = re.compile(r";|,(?=\s)|、|(?<=\s)[/·](?=\s)")
_CONDITION_END = re.compile(r"(?:경우(?:에는|에|는)?|때(?:에는|에|는)?|면|시(?:에는)?)\s*$")
_CONDITION_START = re.compile(
    r"^\W*(?:if|when|where|whenever|unless|in case|for|upon|on|once|если|когда|при|в случае|для)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """One statement; offsets into the text it was cut from, end exclusive."""

    text: str
    start: int
    end: int
    sentence: int  # number of the sentence or line it stands in
    words: tuple[Word, ...]
    facts: tuple[Fact, ...]
    subject: frozenset[str]  # forms; taken over from the statement before when it has none of its own
    own_subject: tuple[str, ...]

    @property
    def forms(self) -> frozenset[str]:
        """Forms of its words."""
        return frozenset(word.form for word in self.words)


def split_statements(text: str, tokenise: Tokenise, lexicon: Lexicon) -> tuple[Statement, ...]:
    """All statements of a text, in order. Facts and words are found before cutting, so that no cut falls inside one."""
    facts = find_facts(text, lexicon)
    words = tuple(word for word in tokenise(text) if not _inside_fact(word, facts))
    statements: list[Statement] = []
    for number, (begin, stop) in enumerate(sentence_spans(text)):
        for start, end in _pieces(text, begin, stop, words, facts, lexicon):
            statements.append(_statement(text, start, end, number, words, facts, statements, lexicon))
    return tuple(statements)


def _inside_fact(word: Word, facts: tuple[Fact, ...]) -> bool:
    return any(fact.start <= word.start < fact.end for fact in facts)


def _pieces(
    text: str, begin: int, stop: int, words: tuple[Word, ...], facts: tuple[Fact, ...], lexicon: Lexicon
) -> Iterator[tuple[int, int]]:
    cuts = {match.end() for match in _BREAK.finditer(text, begin, stop)}
    cuts |= {match.end() for match in re.compile(lexicon.joiners, re.IGNORECASE).finditer(text, begin, stop)}
    cuts |= set(_cuts_before_subjects(begin, stop, words, facts))
    start = begin
    for cut in sorted(cuts):
        inside = any(fact.start < cut < fact.end for fact in facts) or any(
            word.start < cut <= word.end and not word.predicate for word in words
        )
        lone = sum(start <= word.start < cut for word in words) < 2 and not any(
            start <= fact.start < cut for fact in facts
        )
        if inside or lone or _governs(text[start:cut], lexicon):
            continue
        if text[start:cut].strip():
            yield start, cut
            start = cut
    if text[start:stop].strip():
        yield start, stop


def _cuts_before_subjects(
    begin: int, stop: int, words: tuple[Word, ...], facts: tuple[Fact, ...]
) -> Iterator[int]:
    """A marked subject behind a fact begins a new statement, whatever stands between: 등본은 400원 초본은 300원."""
    for word in words:
        if word.subject and begin <= word.start < stop:
            ends = [fact.end for fact in facts if begin <= fact.start and fact.end <= word.start]
            if ends:
                yield max(ends)


def _governs(piece: str, lexicon: Lexicon) -> bool:
    """Whether a piece is a condition that must stay with what follows it."""
    bare = piece.rstrip(" ,\t")
    if lexicon.language == "ko":
        return _CONDITION_END.search(bare) is not None
    return piece.rstrip().endswith(",") and _CONDITION_START.match(bare) is not None


def _statement(
    text: str,
    start: int,
    end: int,
    number: int,
    words: tuple[Word, ...],
    facts: tuple[Fact, ...],
    before: list[Statement],
    lexicon: Lexicon,
) -> Statement:
    own = tuple(word for word in words if start <= word.start < end)
    subject = _subject(text, start, own, lexicon)
    inherited = before[-1].subject if before and before[-1].sentence == number else frozenset[str]()
    return Statement(
        text=text[start:end],
        start=start,
        end=end,
        sentence=number,
        words=own,
        facts=tuple(fact for fact in facts if start <= fact.start < end),
        subject=frozenset(subject) or inherited,
        own_subject=subject,
    )


def _subject(text: str, start: int, words: tuple[Word, ...], lexicon: Lexicon) -> tuple[str, ...]:
    """Korean: the nouns before 은/는/이/가. Otherwise the first content word, unless a preposition leads."""
    if lexicon.language != "ko":
        lead = next((word for word in words if word.form not in lexicon.light and not word.predicate), None)
        if lead is None or re.match(lexicon.leads_without_subject, text[start:], re.IGNORECASE):
            return ()
        return (lead.form,)
    marked: list[str] = []
    for place, word in enumerate(words):
        if not word.subject or word.form in lexicon.light:
            continue
        phrase = [word]
        for previous in reversed(words[:place]):
            gap = text[previous.end : phrase[0].start]
            if previous.predicate or gap.strip(" 의"):
                break
            phrase.insert(0, previous)
        marked.extend(item.form for item in phrase)
    return tuple(dict.fromkeys(marked))
