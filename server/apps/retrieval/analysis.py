"""A query as the search sees it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from server.apps.retrieval.expansion import Expander, Expansion
from server.apps.retrieval.intents import Intent, intents_of
from server.apps.retrieval.synonyms import literal_spans
from server.apps.retrieval.text import bigrams, flatten, unique
from server.apps.retrieval.tokens import NOUNS, PREDICATES, codes, compounds, stems
from server.apps.retrieval.wordlists import word_list
from server.ports.morphology import Morpheme

STOP_STEMMED = ("stop.en.txt", "stop.ru.txt")
WORD_WEIGHT = 1.0
PREDICATE_WEIGHT = 0.5  # verbs and adjectives say less about the subject than nouns do
SYNONYM_WEIGHT = 0.6  # an official word that the customer did not say
CONTEXT_SHARE = 0.25  # a word of the customer's situation counts this much of a word of the subject
EXPLAINED_PREDICATE_SHARE = 0.7  # the same for a predicate with official words
PLACE_OF = r"{}(?:\s?안)?에서"  # lost in the underground: the place is not the matter
BARE_PREDICATE_SHARE = 0.4  # and for one without


@dataclass(frozen=True, kw_only=True, slots=True)
class Concept:
    """One content word of the query and the ways a clause may put it (flattened)."""

    token: str  # as the index holds it, for its document frequency
    forms: tuple[str, ...]  # the word itself; empty for a predicate, whose stem alone proves nothing
    alternatives: tuple[str, ...]  # official words
    official_words: tuple[str, ...]  # the same as the index holds them
    share: float  # 0..1, of its rarity


@dataclass(frozen=True, kw_only=True, slots=True)
class QueryAnalysis:
    """Everything the legs and the reranker need; weights are 0..1."""

    cleaned: str
    words: Mapping[str, float]
    grams: Mapping[str, float]
    codes: tuple[str, ...]
    concepts: tuple[Concept, ...]
    subjects: tuple[Concept, ...]  # matters that the query names; a clause that answers it names them too
    expansions: tuple[Expansion, ...]
    intents: frozenset[Intent]


def analyse_query(
    text: str, morphemes: Sequence[Morpheme], expander: Expander, *, collection: str | None
) -> QueryAnalysis:
    """Weighted tokens and concepts of a cleaned query and its morphemes."""
    expansions = expander.expansions(text, morphemes, collection=collection)
    official_words = (word for one in expansions for word in one.words)
    official_grams = (gram for one in expansions for gram in one.grams)
    return QueryAnalysis(
        cleaned=text,
        words=_weighted(_own_words(text, morphemes), official_words),
        grams=_weighted(((gram, WORD_WEIGHT) for gram in _own_grams(morphemes)), official_grams),
        codes=unique(codes(text)),
        concepts=tuple(_concepts(text, morphemes, expansions)),
        subjects=tuple(_subjects(text, expansions)),
        expansions=expansions,
        intents=intents_of(text),
    )


def _own_words(text: str, morphemes: Sequence[Morpheme]) -> Iterable[tuple[str, float]]:
    for one in morphemes:
        if one.form in word_list("stop.ko.txt"):
            continue
        if one.tag in NOUNS:
            yield one.form, WORD_WEIGHT
        elif one.tag in PREDICATES:
            yield one.form + "다", PREDICATE_WEIGHT
    yield from ((word, WORD_WEIGHT) for word in [*compounds(morphemes), *_content_stems(text)])


def _content_stems(text: str) -> Iterable[str]:
    """Stems of Latin and Cyrillic words that are no stop words."""
    return (stem for stem in stems(text) if stem not in _stop_stems())


@cache
def _stop_stems() -> frozenset[str]:
    return frozenset(stem for name in STOP_STEMMED for stem in stems(" ".join(word_list(name))))


def _own_grams(morphemes: Sequence[Morpheme]) -> Iterable[str]:
    nouns = (one.form for one in morphemes if one.tag in NOUNS and one.form not in word_list("stop.ko.txt"))
    for word in [*nouns, *compounds(morphemes)]:
        yield from bigrams(word)


def _weighted(own: Iterable[tuple[str, float]], official: Iterable[str]) -> dict[str, float]:
    weights: dict[str, float] = {}
    for token, weight in [*own, *((token, SYNONYM_WEIGHT) for token in official)]:
        weights[token] = max(weight, weights.get(token, 0.0))
    return weights


def _concepts(text: str, morphemes: Sequence[Morpheme], expansions: Sequence[Expansion]) -> Iterable[Concept]:
    seen: set[str] = set()
    for one in morphemes:
        if one.form in seen or one.tag not in NOUNS | PREDICATES or one.form in word_list("stop.ko.txt"):
            continue
        seen.add(one.form)
        noun = one.tag in NOUNS
        meanings = [meaning for meaning in expansions if _explains(meaning, one.form, noun=noun)]
        yield _concept(one.form, noun=noun, meanings=meanings)
    for stem in unique(_content_stems(text)):
        meanings = [meaning for meaning in expansions if stem in meaning.lemmas]
        yield _concept(stem, noun=True, meanings=meanings)


def _subjects(text: str, expansions: Sequence[Expansion]) -> Iterable[Concept]:
    names = word_list("subjects.ko.txt")
    found = names & literal_spans(text, longest=max(map(len, names)))
    for name in sorted(found):
        inside_another = any(name != other and name in other for other in found)
        if inside_another or re.search(PLACE_OF.format(name), text):
            continue
        meanings = [meaning for meaning in expansions if name in meaning.everyday.replace(" ", "")]
        yield _concept(name, noun=True, meanings=meanings)


def _explains(meaning: Expansion, form: str, *, noun: bool) -> bool:
    """Is the form one of the everyday side's lemmas, or a piece of it that the sentence split otherwise?"""
    if form in meaning.lemmas:
        return True
    return noun and " " not in meaning.everyday and form in meaning.everyday


def _concept(form: str, *, noun: bool, meanings: Sequence[Expansion]) -> Concept:
    share = 1.0
    if not meanings and form in word_list("context.ko.txt"):
        share = CONTEXT_SHARE
    elif not noun:
        share = EXPLAINED_PREDICATE_SHARE if meanings else BARE_PREDICATE_SHARE
    return Concept(
        token=form if noun else form + "다",
        forms=(flatten(form),) if noun else (),
        alternatives=unique(flat for meaning in meanings for flat in meaning.flat),
        official_words=unique(word for meaning in meanings for word in meaning.words),
        share=share,
    )
