"""The analyser: by script, so that mixed text works."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from threading import Lock

from server.apps.retrieval.analysis import QueryAnalysis, analyse_query
from server.apps.retrieval.cleaning import clean
from server.apps.retrieval.expansion import Expander
from server.apps.retrieval.passages import pack, passages
from server.apps.retrieval.synonyms import Synonym
from server.apps.retrieval.text import bigrams, has_hangul, nfc
from server.apps.retrieval.tokens import codes, korean_words, stems
from server.domain.clause import Clause
from server.domain.edition import Analysis
from server.ports.morphology import Morpheme, Morphology

ANALYSER_RULES = "2"  # raised whenever the same clause would get other tokens or passages
PART_CHARACTERS = 1200  # of body in one searched part
BATCH = 2048  # clauses handed to the morphology at a time; the workers run dry at each one's end


class ScriptAnalyser:
    """Hangul by morphemes and bigrams, Latin and Cyrillic by stems, codes whole. Thread-safe.

    Synonyms widen queries only, so a changed table needs no new edition.
    """

    def __init__(self, morphology: Morphology, synonyms: Sequence[Synonym] = ()) -> None:
        self._morphology = morphology
        self._synonyms = tuple(synonyms)
        self._expander: Expander | None = None
        self._lock = Lock()
        self._title_tokens = lru_cache(maxsize=8192)(self._tokens_of_title)

    @property
    def version(self) -> str:
        """Rules and morphology."""
        return f"script-{ANALYSER_RULES}/{self._morphology.version}"

    def analyse_many(self, clauses: Iterable[Clause]) -> Iterator[Analysis]:
        """Tokens and passages for each clause, in order."""
        remaining = iter(clauses)
        while batch := list(islice(remaining, BATCH)):
            texts = [text for clause in batch for text in (clause.heading, *_parts(clause))]
            morphemes = self._morphemes(texts)
            for clause in batch:
                yield self._analysis(clause, morphemes)

    def analyse_query(self, text: str, *, collection: str | None = None) -> QueryAnalysis:
        """The query cleaned, widened by synonyms, weighted."""
        cleaned = clean(text)
        morphemes = self._morphology.morphemes(cleaned) if has_hangul(cleaned) else ()
        return analyse_query(cleaned, morphemes, self._expand(), collection=collection)

    def warm(self) -> None:
        """Load the morphology and analyse the synonyms now rather than in the first query."""
        self._morphology.morphemes("가")
        self._expand()

    def _expand(self) -> Expander:
        with self._lock:
            if self._expander is None:
                self._expander = Expander(self._synonyms, self._morphology)
            return self._expander

    def _analysis(self, clause: Clause, morphemes: Iterator[Sequence[Morpheme]]) -> Analysis:
        title_words, title_grams = self._title_tokens(clause.document)
        heading = {
            "title_words": title_words,
            "title_grams": title_grams,
            "heading_words": _words(clause.heading, next(morphemes)),
            "heading_grams": tuple(bigrams(nfc(clause.heading))),
        }
        number = tuple(codes(f"{clause.number} {clause.heading}"))
        parts = tuple(_part(heading, number, body, next(morphemes)) for body in _parts(clause))
        return Analysis(parts=parts, passages=passages(clause))

    def _tokens_of_title(self, title: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        # in this thread: behind the batch under way, the workers would run dry meanwhile
        morphemes = self._morphology.morphemes(nfc(title)) if has_hangul(nfc(title)) else ()
        return _words(title, morphemes), tuple(bigrams(nfc(title)))

    def _morphemes(self, texts: Sequence[str]) -> Iterator[Sequence[Morpheme]]:
        """One result for each text; text without Hangul never reaches the morphology."""
        korean = self._morphology.morphemes_many([nfc(text) for text in texts if has_hangul(nfc(text))])
        return (next(korean) if has_hangul(nfc(text)) else () for text in texts)


def _parts(clause: Clause) -> list[str]:
    return pack(nfc(clause.body), size=PART_CHARACTERS) or [""]


def _part(
    shared: Mapping[str, tuple[str, ...]], number: tuple[str, ...], body: str, morphemes: Sequence[Morpheme]
) -> Mapping[str, tuple[str, ...]]:
    return {
        **shared,
        "body_words": _words(body, morphemes),
        "body_grams": tuple(bigrams(body)),
        "codes": (*number, *codes(body)),
    }


def _words(text: str, morphemes: Sequence[Morpheme]) -> tuple[str, ...]:
    return (*korean_words(morphemes), *stems(nfc(text)))
