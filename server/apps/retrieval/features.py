"""What is measured of a clause for a query; the reranker and the calibration weigh nothing else."""

import math
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from server.apps.retrieval.analysis import Concept, QueryAnalysis
from server.apps.retrieval.intents import Intent, answers
from server.apps.retrieval.legs import Rarity
from server.apps.retrieval.text import bigrams, flatten
from server.apps.retrieval.wordlists import word_list
from server.domain.clause import Clause

ALTERNATIVE_SHARE = 0.9  # an official word in the customer's stead counts almost as much
BOILERPLATE = re.compile(r"목적|정의|용어의정의|적용범위|규제의재검토|공통서식|서식|고유식별정보|민감정보")
PENALTIES = re.compile(r"행정처분|과징금|과태료|벌칙|위원|증표|평가")
CHANGE = re.compile(r"변경")
CHANGE_ASKED = re.compile(r"변경|바뀌|바꾸|바꿔|바뀐|옮|고치")
MASS_SCALE = 0.5  # brings sums of rarities to about 0..5
READ_CHARACTERS = 8_000  # of a body; a clause of 60,000 would cost more than all the others
INTENTS = tuple(Intent)
UNASKED = frozenset({Intent.LOST, Intent.AMOUNT})  # a heading that states these answers another question
COSINE_SCALE = 10.0  # cosines of one query differ by hundredths

FEATURES = (
    "words",  # BM25 of the words leg, of the best clause's
    "grams",
    "fused",
    "cover",  # share of the query's rarity that title, heading or body cover
    "heading_cover",
    "body_cover",
    "title_cover",
    "heading_share",  # share of the heading's bigrams that the query calls for
    "covered",  # rarity that title, heading or body cover: a long question offers more evidence
    "uncovered",  # rarity that nothing covers
    "most_uncovered",  # the rarest concept that nothing covers
    "uncovered_nouns",  # how many nouns of the subject nothing covers
    "all_covered",  # 1 when nothing of the query is left
    "matter_cover",  # the same as `cover`, of the nouns that are no words of office procedure
    "matter_heading",  # the same, of title and heading alone
    "matter_missing",  # how many of these nouns nothing covers
    "unknown",  # rarity of words that no clause holds
    "subject_missing",  # named matters that the clause does not hold
    "boilerplate",
    "penalty",
    "length",
    *(f"{intent}_heading" for intent in INTENTS),
    *(f"{intent}_body" for intent in INTENTS),
    *(f"{intent}_nowhere" for intent in INTENTS),
    "unasked_lost",
    "unasked_amount",
    "unasked_change",
    "cosine",
    "cosine_gap",  # to the best clause; never above zero
    "cosine_lead",  # of the best clause over the least of the candidates
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A clause with its raw scores; a leg that did not find it gives 0."""

    row: int
    clause: Clause
    words: float
    grams: float
    dense: float
    fused: float


class Measure:
    """Features of clauses for one query, compared with those `found`. Not shared between threads."""

    def __init__(self, analysis: QueryAnalysis, rarity: Rarity, found: Sequence[Found]) -> None:
        self._analysis = analysis
        self._subjects = [_weighed(one, rarity) for one in analysis.subjects]
        self._weighed = [_weighed(one, rarity) for one in analysis.concepts]
        self._total = sum(one.weight for one in self._weighed) or 1.0
        self._unknown = sum(one.weight for one in self._weighed if one.is_unknown)
        self._best_words = max((one.words for one in found), default=0.0) or 1.0
        self._best_grams = max((one.grams for one in found), default=0.0) or 1.0
        self._best_dense = max((one.dense for one in found), default=0.0)
        self._least_dense = min((one.dense for one in found), default=0.0)

    def features(self, one: Found) -> tuple[float, ...]:
        """Values in the order of FEATURES."""
        title, heading = _flat_short(one.clause.document), _flat_short(one.clause.heading)
        body = _flat_body(one.clause.body[:READ_CHARACTERS])
        return (
            one.words / self._best_words,
            one.grams / self._best_grams,
            one.fused * COSINE_SCALE,
            *self._coverage(title, heading, body),
            self._unknown / MASS_SCALE,
            float(sum(not any(one.share(text) for text in (title, heading, body)) for one in self._subjects)),
            float(BOILERPLATE.match(heading) is not None),
            float(bool(PENALTIES.search(heading)) and not PENALTIES.search(self._analysis.cleaned)),
            math.log(len(body) + 10) / 8,
            *self._intents(heading, body),
            one.dense * COSINE_SCALE,
            (one.dense - self._best_dense) * COSINE_SCALE,
            (self._best_dense - self._least_dense) * COSINE_SCALE,
        )

    def _coverage(self, title: str, heading: str, body: str) -> tuple[float, ...]:
        in_title = in_heading = in_body = anywhere = most_uncovered = 0.0
        matter = matter_anywhere = matter_above = 0.0
        uncovered_nouns = matter_missing = 0
        for one in self._weighed:
            title_share, heading_share, body_share = one.share(title), one.share(heading), one.share(body)
            in_title += one.weight * title_share
            in_heading += one.weight * heading_share
            in_body += one.weight * body_share
            best = max(title_share, heading_share, body_share)
            anywhere += one.weight * best
            if one.is_matter:
                matter += one.weight
                matter_anywhere += one.weight * best
                matter_above += one.weight * max(title_share, heading_share)
            if not best:
                most_uncovered = max(most_uncovered, one.weight)
                uncovered_nouns += one.is_noun
                matter_missing += one.is_matter
        return (
            anywhere / self._total,
            in_heading / self._total,
            in_body / self._total,
            in_title / self._total,
            self._heading_share(heading),
            anywhere / MASS_SCALE,
            (self._total - anywhere) / MASS_SCALE if self._weighed else 0.0,
            most_uncovered,
            float(uncovered_nouns),
            float(bool(self._weighed) and most_uncovered == 0.0),
            matter_anywhere / matter if matter else 1.0,
            matter_above / matter if matter else 1.0,
            float(matter_missing),
        )

    def _heading_share(self, heading: str) -> float:
        grams = _grams(heading)
        return sum(gram in self._analysis.grams for gram in grams) / len(grams) if grams else 0.0

    def _intents(self, heading: str, body: str) -> tuple[float, ...]:
        asked = self._analysis.intents
        in_heading = {intent for intent in asked | UNASKED if answers(intent, heading)}
        in_body = {intent for intent in asked if answers(intent, body)}
        unasked_change = bool(CHANGE.search(heading)) and not CHANGE_ASKED.search(self._analysis.cleaned)
        return (
            *_flags(asked & in_heading),
            *_flags(in_body),
            *_flags(asked - in_body - in_heading),
            float(Intent.LOST in in_heading - asked),
            float(Intent.AMOUNT in in_heading - asked),
            float(unasked_change),
        )


def _flags(intents: AbstractSet[Intent]) -> tuple[float, ...]:
    """1 for each of them, in the order of all."""
    return tuple(map(float, map(intents.__contains__, INTENTS)))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Weighed:
    """A concept with its rarity, and with how much of it each of its wordings covers, most first."""

    weight: float
    wordings: tuple[tuple[str, float], ...]
    is_noun: bool  # of what the query is about, and not of the customer's situation
    is_matter: bool  # and no word of office procedure either
    is_unknown: bool

    def share(self, text: str) -> float:
        """0..1, how much of the concept the flattened text covers."""
        for wording, share in self.wordings:
            if wording in text:
                return share
        return 0.0


def _weighed(concept: Concept, rarity: Rarity) -> _Weighed:
    official_words = {word: rarity.of_word(word) for word in concept.official_words}
    rarest = min(rarity.of_word(concept.token), max(official_words.values(), default=1.0))
    official = [(one, ALTERNATIVE_SHARE * _told(one, official_words, rarest)) for one in concept.alternatives]
    official.sort(key=lambda pair: -pair[1])
    is_noun = bool(concept.forms) and concept.share == 1.0
    return _Weighed(
        weight=rarest * concept.share,
        wordings=(*((form, 1.0) for form in concept.forms), *official),
        is_noun=is_noun,
        is_matter=is_noun and concept.token not in word_list("procedure.ko.txt"),
        is_unknown=bool(concept.forms) and not concept.alternatives and rarity.unknown(concept.token),
    )


def _told(official: str, words: Mapping[str, float], rarest: float) -> float:
    """How much of a concept an official word tells: all of it, unless it is more common than others.

    A welfare card is a registration card, but not every registration card is one.
    """
    held = [rarity for word, rarity in words.items() if word in official]
    return min(1.0, max(held) / rarest) if held and rarest else 1.0


@lru_cache(maxsize=16384)
def _flat_short(text: str) -> str:
    """Titles and headings come back in query after query."""
    return flatten(text)


@lru_cache(maxsize=2048)
def _flat_body(body: str) -> str:
    """The clauses that are asked for most come back too."""
    return flatten(body)


@lru_cache(maxsize=16384)
def _grams(heading: str) -> tuple[str, ...]:
    return tuple(bigrams(heading))
