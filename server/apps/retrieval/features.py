"""What is measured of a clause for a query; the reranker and the calibration weigh nothing else."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from server.apps.retrieval.analysis import Concept, QueryAnalysis
from server.apps.retrieval.intents import Intent, answers
from server.apps.retrieval.legs import Rarity
from server.apps.retrieval.text import bigrams, flatten
from server.domain.clause import Clause

ALTERNATIVE_SHARE = 0.9  # an official word in the customer's stead counts almost as much
BOILERPLATE = re.compile(r"목적|정의|용어의정의|적용범위|규제의재검토|공통서식|서식|고유식별정보|민감정보")
PENALTIES = re.compile(r"행정처분|과징금|과태료|벌칙|위원|증표|평가")
CHANGE = re.compile(r"변경")
CHANGE_ASKED = re.compile(r"변경|바뀌|바꾸|바꿔|바뀐|옮|고치")
MASS_SCALE = 0.5  # brings sums of rarities to about 0..5
READ_CHARACTERS = 8_000  # of a body; a clause of 60,000 would cost more than all the others
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
    "unknown",  # rarity of words that no clause holds
    "subject_missing",  # named matters that the clause does not hold
    "boilerplate",
    "penalty",
    "length",
    *(f"{intent}_heading" for intent in Intent),
    *(f"{intent}_body" for intent in Intent),
    *(f"{intent}_nowhere" for intent in Intent),
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
        self._subjects = analysis.subjects
        self._weights = [(one, _weight(one, rarity)) for one in analysis.concepts]
        self._total = sum(weight for _, weight in self._weights) or 1.0
        self._unknown = sum(weight for one, weight in self._weights if _is_unknown(one, rarity))
        self._best_words = max((one.words for one in found), default=0.0) or 1.0
        self._best_grams = max((one.grams for one in found), default=0.0) or 1.0
        self._best_dense = max((one.dense for one in found), default=0.0)
        self._least_dense = min((one.dense for one in found), default=0.0)

    def features(self, one: Found) -> tuple[float, ...]:
        """Values in the order of FEATURES."""
        title, heading = _flat_short(one.clause.document), _flat_short(one.clause.heading)
        body = flatten(one.clause.body[:READ_CHARACTERS])
        return (
            one.words / self._best_words,
            one.grams / self._best_grams,
            one.fused * COSINE_SCALE,
            *self._coverage(title, heading, body),
            self._unknown / MASS_SCALE,
            float(
                sum(not any(_share(one, text) for text in (title, heading, body)) for one in self._subjects)
            ),
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
        uncovered_nouns = 0
        for concept, weight in self._weights:
            title_share, heading_share = _share(concept, title), _share(concept, heading)
            body_share = _share(concept, body)
            in_title += weight * title_share
            in_heading += weight * heading_share
            in_body += weight * body_share
            best = max(title_share, heading_share, body_share)
            anywhere += weight * best
            if not best:
                most_uncovered = max(most_uncovered, weight)
                uncovered_nouns += bool(concept.forms) and concept.share == 1.0
        return (
            anywhere / self._total,
            in_heading / self._total,
            in_body / self._total,
            in_title / self._total,
            self._heading_share(heading),
            anywhere / MASS_SCALE,
            (self._total - anywhere) / MASS_SCALE if self._weights else 0.0,
            most_uncovered,
            float(uncovered_nouns),
            float(bool(self._weights) and most_uncovered == 0.0),
        )

    def _heading_share(self, heading: str) -> float:
        grams = _grams(heading)
        return sum(gram in self._analysis.grams for gram in grams) / len(grams) if grams else 0.0

    def _intents(self, heading: str, body: str) -> tuple[float, ...]:
        asked = self._analysis.intents
        in_heading = {intent: answers(intent, heading) for intent in Intent}
        in_body = {intent: answers(intent, body) for intent in asked}
        unasked_change = bool(CHANGE.search(heading)) and not CHANGE_ASKED.search(self._analysis.cleaned)
        return (
            *(float(intent in asked and in_heading[intent]) for intent in Intent),
            *(float(in_body.get(intent, False)) for intent in Intent),
            *(float(intent in asked and not in_body[intent] and not in_heading[intent]) for intent in Intent),
            float(Intent.LOST not in asked and in_heading[Intent.LOST]),
            float(Intent.AMOUNT not in asked and in_heading[Intent.AMOUNT]),
            float(unasked_change),
        )


def _weight(concept: Concept, rarity: Rarity) -> float:
    rarest = rarity.of_word(concept.token)
    if concept.official_words:
        rarest = min(rarest, max(map(rarity.of_word, concept.official_words)))
    return rarest * concept.share


def _is_unknown(concept: Concept, rarity: Rarity) -> bool:
    return bool(concept.forms) and not concept.alternatives and rarity.unknown(concept.token)


def _share(concept: Concept, text: str) -> float:
    for form in concept.forms:
        if form in text:
            return 1.0
    for form in concept.alternatives:
        if form in text:
            return ALTERNATIVE_SHARE
    return 0.0


@lru_cache(maxsize=16384)
def _flat_short(text: str) -> str:
    """Titles and headings come back in query after query."""
    return flatten(text)


@lru_cache(maxsize=16384)
def _grams(heading: str) -> tuple[str, ...]:
    return tuple(bigrams(heading))
