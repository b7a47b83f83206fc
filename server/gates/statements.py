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
    sentence_forms: frozenset[str] = frozenset()  # forms of all words of its sentence

    @property
    def forms(self) -> frozenset[str]:
        """Forms of its words."""
        return frozenset(word.form for word in self.words)

    def strict_forms(self, lexicon: Lexicon) -> frozenset[str]:
        """Forms of the words that tell it from others: names, and all that is not light."""
        return frozenset(word.form for word in self.words if word.name or word.form not in lexicon.light)


def split_statements(text: str, tokenise: Tokenise, lexicon: Lexicon) -> tuple[Statement, ...]:
    """All statements of a text, in order. Facts and words are found first: no cut falls inside one."""
    facts = find_facts(text, lexicon)
    words = tuple(word for word in tokenise(text) if not any(f.start <= word.start < f.end for f in facts))
    read = _Read(text=text, words=words, facts=facts, lexicon=lexicon)
    statements: list[Statement] = []
    for number, (begin, stop) in enumerate(sentence_spans(text)):
        subject: frozenset[str] = frozenset()
        for start, end in read.pieces(begin, stop):
            statements.append(read.statement((start, end), (begin, stop), number, subject))
            subject = statements[-1].subject
    return tuple(statements)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Read:
    """A text with its words and facts."""

    text: str
    words: tuple[Word, ...]
    facts: tuple[Fact, ...]
    lexicon: Lexicon

    def pieces(self, begin: int, stop: int) -> Iterator[tuple[int, int]]:
        """Spans of one sentence's statements."""
        start = begin
        for cut in sorted(self._cuts(begin, stop)):
            if self._divides(start, cut) and self.text[start:cut].strip():
                yield start, cut
                start = cut
        if self.text[start:stop].strip():
            yield start, stop

    def statement(
        self, span: tuple[int, int], around: tuple[int, int], sentence: int, inherited: frozenset[str]
    ) -> Statement:
        """The statement of one span, inside the span of its sentence."""
        (start, end), (begin, stop) = span, around
        words = tuple(word for word in self.words if start <= word.start < end)
        subject = self._subject(start, words)
        return Statement(
            text=self.text[start:end],
            start=start,
            end=end,
            sentence=sentence,
            words=words,
            facts=tuple(fact for fact in self.facts if start <= fact.start < end),
            subject=frozenset(subject) or inherited,
            own_subject=subject,
            sentence_forms=frozenset(word.form for word in self.words if begin <= word.start < stop),
        )

    def _cuts(self, begin: int, stop: int) -> set[int]:
        joiners = re.compile(self.lexicon.joiners, re.IGNORECASE)
        cuts = {
            match.end() for pattern in (_BREAK, joiners) for match in pattern.finditer(self.text, begin, stop)
        }
        for word in self.words:
            if word.subject and begin <= word.start < stop:
                # a marked subject behind a fact begins a statement: 등본은 400원 초본은 300원
                ends = [fact.end for fact in self.facts if begin <= fact.start and fact.end <= word.start]
                cuts |= {max(ends)} if ends else set()
        return cuts

    def _divides(self, start: int, cut: int) -> bool:
        """Whether a cut ends a statement: not inside a word, nor behind a lone word or a condition."""
        inside = any(fact.start < cut < fact.end for fact in self.facts) or any(
            word.start < cut <= word.end and not word.predicate for word in self.words
        )
        said = sum(start <= word.start < cut for word in self.words)
        lone = said < 2 and not any(start <= fact.start < cut for fact in self.facts)
        return not inside and not lone and not self._is_condition(self.text[start:cut])

    def _is_condition(self, piece: str) -> bool:
        bare = piece.rstrip(" ,\t")
        if self.lexicon.language == "ko":
            return _CONDITION_END.search(bare) is not None
        return piece.rstrip().endswith(",") and _CONDITION_START.match(bare) is not None

    def _subject(self, start: int, words: tuple[Word, ...]) -> tuple[str, ...]:
        """The nouns before 은/는/이/가; elsewhere the first content word, unless a preposition leads."""
        light = self.lexicon.light
        if self.lexicon.language != "ko":
            lead = next(
                (word for word in words if (word.name or word.form not in light) and not word.predicate), None
            )
            bare = re.match(self.lexicon.leads_without_subject, self.text[start:], re.IGNORECASE)
            return () if lead is None or bare else (lead.form,)
        marked: list[str] = []
        for place, word in enumerate(words):
            if word.subject and word.form not in light:
                marked.extend(item.form for item in self._noun_phrase(words, place))
        return tuple(dict.fromkeys(marked))

    def _noun_phrase(self, words: tuple[Word, ...], last: int) -> list[Word]:
        """The nouns that stand before the marked one with nothing but spaces or 의 between them."""
        phrase = [words[last]]
        for previous in reversed(words[:last]):
            gap = self.text[previous.end : phrase[0].start]
            if previous.predicate or gap.strip(" 의"):
                break
            phrase.insert(0, previous)
        return phrase
