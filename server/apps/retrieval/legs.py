"""The lexical legs: which tokens are looked for in which fields."""

import math
from collections.abc import Iterable, Mapping, Sequence

from server.apps.retrieval.analysis import QueryAnalysis
from server.domain.hit import LegHit, WeightedTerm
from server.domain.query import Scope
from server.ports.clause_index import Edition
from server.ports.embedder import Vectors

HEAD_FIELDS = {"title_words": 1.0, "heading_words": 2.0}
BODY_FIELDS = {"body_words": 1.0}
GRAM_FIELDS = {"title_grams": 1.0, "heading_grams": 2.0}
CODE_WEIGHT = 1.5
MOST_WORDS = 16  # rarest tokens of a query that are looked for; the rest costs time and finds nothing new
COMMON = 0.15  # rarity of a word that is not looked for in bodies: every seventh of 200,000 holds it
LOOKED_FOR = 3  # the rarest words, however common they are
MOST_GRAMS = 24
LEG_LIMIT = 50  # clauses of one leg


class Rarity:
    """Inverse document frequencies of one edition, looked up once a token."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._clauses = max(1, edition.info.clauses)
        self._frequencies: dict[tuple[str, str], int] = {}

    def frequency(self, field: str, token: str) -> int:
        """In how many parts the token stands in this field."""
        key = (field, token)
        if key not in self._frequencies:
            self._frequencies[key] = self._edition.document_frequency(field, token)
        return self._frequencies[key]

    def of_word(self, token: str) -> float:
        """BM25's inverse document frequency of a word in the bodies as a share of that of a word in none.

        0..1, so that it means the same in an index of sixty clauses and in one of two hundred thousand.
        """
        return self._inverse(self.frequency("body_words", token)) / self._inverse(0)

    def _inverse(self, frequency: int) -> float:
        held = min(frequency, self._clauses)
        return math.log(1 + (self._clauses - held + 0.5) / (held + 0.5))

    def unknown(self, token: str) -> bool:
        """No clause holds the word, nor does any heading or title."""
        return not any(
            self.frequency(field, token) for field in ("body_words", "heading_words", "title_words")
        )


def words_leg(analysis: QueryAnalysis, edition: Edition, rarity: Rarity, scope: Scope) -> Sequence[LegHit]:
    """Words and codes over titles, headings and bodies.

    In bodies a common word moves no clause up, and such words are most of what would be scored (0311).
    """
    known = {token: weight for token, weight in analysis.words.items() if not rarity.unknown(token)}
    rarest = sorted(known, key=lambda token: -known[token] * rarity.of_word(token))[:MOST_WORDS]
    telling = [token for token in rarest[LOOKED_FOR:] if rarity.of_word(token) >= COMMON]
    terms = [
        *_terms({token: known[token] for token in rarest}, HEAD_FIELDS),
        *_terms({token: known[token] for token in (*rarest[:LOOKED_FOR], *telling)}, BODY_FIELDS),
        *_code_terms(analysis.codes),
    ]
    return edition.match_any(terms, limit=LEG_LIMIT, scope=scope) if terms else ()


def grams_leg(analysis: QueryAnalysis, edition: Edition, rarity: Rarity, scope: Scope) -> Sequence[LegHit]:
    """Character bigrams over titles and headings: spacing variants and words the morphology does not know."""
    frequencies = {gram: rarity.frequency("heading_grams", gram) for gram in analysis.grams}
    rarest = sorted(
        (gram for gram in analysis.grams if frequencies[gram]),
        key=lambda gram: (frequencies[gram] / analysis.grams[gram], gram),
    )[:MOST_GRAMS]
    terms = list(_terms({gram: analysis.grams[gram] for gram in rarest}, GRAM_FIELDS))
    return edition.match_any(terms, limit=LEG_LIMIT, scope=scope) if terms else ()


def dense_leg(vector: Vectors | None, edition: Edition, scope: Scope) -> Sequence[LegHit]:
    """The nearest passages; none without a vector of the query."""
    return edition.match_vector(vector, limit=LEG_LIMIT, scope=scope) if vector is not None else ()


def _terms(weights: Mapping[str, float], fields: Mapping[str, float]) -> Iterable[WeightedTerm]:
    for token, weight in weights.items():
        for field, boost in fields.items():
            yield WeightedTerm(field=field, token=token, weight=weight * boost)


def _code_terms(codes: Iterable[str]) -> Iterable[WeightedTerm]:
    return (WeightedTerm(field="codes", token=code, weight=CODE_WEIGHT) for code in codes)
