"""A query as the search sees it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from server.apps.retrieval.expansion import Expander, Expansion
from server.apps.retrieval.intents import Intent, intents_of
from server.apps.retrieval.text import bigrams, flatten, unique
from server.apps.retrieval.tokens import NOUNS, PREDICATES, codes, compounds, stems
from server.apps.retrieval.wordlists import word_list
from server.ports.morphology import Morpheme

WORD_WEIGHT = 1.0
PREDICATE_WEIGHT = 0.5  # verbs and adjectives say less about the subject than nouns do
SYNONYM_WEIGHT = 0.6  # an official word that the customer did not say
CONTEXT_SHARE = 0.25  # a word of the customer's situation counts this much of a word of the subject
BARE_PREDICATE_SHARE = 0.4  # the same for a predicate that no synonym explains


@dataclass(frozen=True, kw_only=True, slots=True)
class Concept:
    """One content word of the query and the ways a clause may put it (flattened)."""

    token: str  # as the index holds it, for its document frequency
    forms: tuple[str, ...]  # the word itself; empty for a predicate, whose stem alone proves nothing
    alternatives: tuple[str, ...]  # official words
    share: float  # 0..1, of its rarity


@dataclass(frozen=True, kw_only=True, slots=True)
class QueryAnalysis:
    """Everything the legs and the reranker need; weights are 0..1."""

    cleaned: str
    words: Mapping[str, float]
    grams: Mapping[str, float]
    codes: tuple[str, ...]
    concepts: tuple[Concept, ...]
    expansions: tuple[Expansion, ...]
    intents: frozenset[Intent]


def analyse_query(
    text: str, morphemes: Sequence[Morpheme], expander: Expander | None, *, collection: str | None
) -> QueryAnalysis:
    """Weighted tokens and concepts of a cleaned query and its morphemes."""
    expansions = expander.expansions(text, morphemes, collection=collection) if expander else ()
    official_words = (word for one in expansions for word in one.words)
    official_grams = (gram for one in expansions for gram in one.grams)
    return QueryAnalysis(
        cleaned=text,
        words=_weighted(_own_words(text, morphemes), official_words),
        grams=_weighted(((gram, WORD_WEIGHT) for gram in _own_grams(morphemes)), official_grams),
        codes=unique(codes(text)),
        concepts=tuple(_concepts(text, morphemes, expansions)),
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
    yield from ((word, WORD_WEIGHT) for word in [*compounds(morphemes), *stems(text)])


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
    alternatives: dict[str, list[str]] = {}
    for expansion in expansions:
        for lemma in expansion.lemmas or (expansion.everyday,):
            alternatives.setdefault(lemma, []).extend(expansion.flat)
    seen: set[str] = set()
    for one in morphemes:
        if one.form in seen or one.tag not in NOUNS | PREDICATES or one.form in word_list("stop.ko.txt"):
            continue
        seen.add(one.form)
        yield _concept(one, tuple(alternatives.get(one.form, ())))
    for stem in unique(stems(text)):
        yield Concept(token=stem, forms=(stem,), alternatives=tuple(alternatives.get(stem, ())), share=1.0)


def _concept(one: Morpheme, alternatives: tuple[str, ...]) -> Concept:
    noun = one.tag in NOUNS
    share = 1.0
    if not alternatives and one.form in word_list("context.ko.txt"):
        share = CONTEXT_SHARE
    elif not alternatives and not noun:
        share = BARE_PREDICATE_SHARE
    return Concept(
        token=one.form if noun else one.form + "다",
        forms=(flatten(one.form),) if noun else (),
        alternatives=unique(alternatives),
        share=share,
    )
