"""Which synonyms a query calls for."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from server.apps.retrieval.synonyms import Synonym, in_order, literal_spans
from server.apps.retrieval.text import bigrams, flatten, has_hangul, unique
from server.apps.retrieval.tokens import CONTENT, korean_words, stems
from server.ports.morphology import Morpheme, Morphology

LIGHT = frozenset({"하", "되", "수", "것", "때", "있", "보", "주"})  # come and go between endings


@dataclass(frozen=True, kw_only=True, slots=True)
class Expansion:
    """A synonym that the query called for, ready to search."""

    everyday: str
    lemmas: tuple[str, ...]  # of the everyday side
    official: tuple[str, ...]  # as written
    flat: tuple[str, ...]  # for literal comparison
    words: tuple[str, ...]
    grams: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Prepared:
    synonym: Synonym
    expansion: Expansion

    @property
    def is_phrase(self) -> bool:
        """Found by its lemmas: Korean phrases and verbs, and everything in scripts that inflect by stems."""
        return (
            len(self.expansion.lemmas) > 1
            or not self.synonym.is_word
            or not has_hangul(self.synonym.everyday)
        )


class Expander:
    """The synonyms analysed once; safe to share between threads."""

    def __init__(self, synonyms: Sequence[Synonym], morphology: Morphology) -> None:
        keys = morphology.morphemes_many([one.everyday for one in synonyms])
        values = morphology.morphemes_many([" , ".join(one.official) for one in synonyms])
        prepared = [_prepare(*one) for one in zip(synonyms, keys, values, strict=True)]
        self._words: dict[str, list[_Prepared]] = defaultdict(list)
        self._phrases: dict[str, list[_Prepared]] = defaultdict(list)
        for one in prepared:
            if one.synonym.is_word and has_hangul(one.synonym.everyday):
                self._words[flatten(one.synonym.everyday)].append(one)
            if one.expansion.lemmas and one.is_phrase:
                self._phrases[one.expansion.lemmas[0]].append(one)
        self._longest = max(map(len, self._words), default=0)

    def expansions(
        self, query: str, morphemes: Sequence[Morpheme], *, collection: str | None
    ) -> tuple[Expansion, ...]:
        """Those whose everyday side stands in the query, each once."""
        found = {
            one.synonym.everyday: one.expansion
            for one in [*self._literal(query, morphemes), *self._by_lemmas(query, morphemes)]
            if collection is None or one.synonym.collection in (None, collection)
        }
        return tuple(found.values())

    def _literal(self, query: str, morphemes: Sequence[Morpheme]) -> Iterator[_Prepared]:
        nouns = {one.form for one in morphemes if one.tag in {"NNG", "NNP"}}
        for span in literal_spans(query, longest=self._longest) | nouns:
            yield from self._words.get(span, ())

    def _by_lemmas(self, query: str, morphemes: Sequence[Morpheme]) -> Iterator[_Prepared]:
        lemmas = content_lemmas(query, morphemes)
        for first in set(lemmas):
            for one in self._phrases.get(first, ()):
                if in_order(one.expansion.lemmas, lemmas):
                    yield one


def content_lemmas(text: str, morphemes: Sequence[Morpheme]) -> tuple[str, ...]:
    """What a phrase is matched by, in order: Korean content morphemes, then stems of other scripts."""
    korean = (one.form for one in morphemes if one.tag in CONTENT and one.form not in LIGHT)
    return (*korean, *stems(text))


def _prepare(synonym: Synonym, key: Sequence[Morpheme], value: Sequence[Morpheme]) -> _Prepared:
    official = " , ".join(synonym.official)
    return _Prepared(
        synonym=synonym,
        expansion=Expansion(
            everyday=synonym.everyday,
            lemmas=content_lemmas(synonym.everyday, key),
            official=synonym.official,
            flat=tuple(flatten(one) for one in synonym.official),
            words=unique([*korean_words(value), *stems(official)]),
            grams=unique(bigrams(official)),
        ),
    )
