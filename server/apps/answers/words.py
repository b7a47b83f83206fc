"""Content words per language: Kiwi morphemes for Korean, Snowball stems for English and Russian."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from threading import Lock

import snowballstemmer

from server.domain.clause import Language
from server.gates.words import Lexicon, Tokenise, Word
from server.ports.morphology import Morpheme, Morphology

MAX_STEMS = 50_000  # words of one language; about 8 MB

_NOUNS = frozenset({"NNG", "NNP", "SL", "SH", "XR", "W_SERIAL", "XSN", "XPN", "NR", "UN"})
_NAMES = frozenset({"NNP", "SL", "SH"})
_PREDICATES = frozenset({"VV", "VA", "VV-R", "VV-I", "VA-R", "VA-I"})
_ADVERBS = frozenset({"MAG"})
_SUBJECT_MARKS = frozenset({"은", "는", "이", "가", "께서"})
_LATIN = re.compile(r"[^\W\d_][\w]*(?:['’-][^\W\d_]+)*")
_RUSSIAN_VERB = re.compile(
    r"(?:ться|тся|ать|ять|ить|еть|ыть|уть|ует|уют|ает|яет|еет|ают|яют|йте"
    r"|(?<!лим)(?<!кред)(?<!депоз)(?<!транз)(?<!виз)ит|ят|(?<!маршр)(?<!инстит)(?<!мин)(?<!стат)ут|(?<!при)ют)$"
)


def tokeniser(language: Language, morphology: Morphology, lexicon: Lexicon) -> Tokenise:
    """The tokeniser of one language. The Korean one loads the morphology at its first word."""
    if language == "ko":
        return lambda text: _korean(morphology.morphemes(text), text)
    return stemmed(language, lexicon)


def stemmed(language: Language, lexicon: Lexicon) -> Tokenise:
    """Stems of words; plain words are those whose stem is the stem of a plain word."""
    stem = _stemmer("english" if language == "en" else "russian")
    ranked = (*sorted(lexicon.plain - lexicon.light), *sorted(lexicon.light))  # a shared stem counts as light
    plain = {stem(_fold(word)): word for word in ranked}
    return lambda text: tuple(
        _stemmed_word(match, text, stem, plain, language) for match in _LATIN.finditer(text)
    )


def _stemmer(algorithm: str) -> Callable[[str], str]:
    """Stems are remembered; a Snowball stemmer keeps its word in itself, so one thread at a time uses it."""
    stemmer, lock = snowballstemmer.stemmer(algorithm), Lock()

    @lru_cache(maxsize=MAX_STEMS)
    def stem(word: str) -> str:
        with lock:
            return str(stemmer.stemWord(word))

    return stem


def _stemmed_word(
    match: re.Match[str], text: str, stem: Callable[[str], str], plain: dict[str, str], language: Language
) -> Word:
    folded = _fold(match[0])
    base = re.sub(r"['’]s?$", "", folded)
    root = stem(base)
    name = match[0][0].isupper() and not _opens_sentence(text, match.start())
    form = plain.get(root, root)
    verb = language == "ru" and _RUSSIAN_VERB.search(base) is not None
    return Word(
        form=form,
        parts=(root,),
        start=match.start(),
        end=match.end(),
        predicate=verb,
        name=name and folded != "i",
    )


def _fold(word: str) -> str:
    return word.lower().replace("ё", "е")


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \t\"'«“(‘")
    return not before or before[-1] in ".!?:;\n]"


def _korean(morphemes: Sequence[Morpheme], text: str) -> tuple[Word, ...]:
    """Runs of nouns without a space are one word; verbs and adverbs stand alone."""
    words: list[Word] = []
    run: list[Morpheme] = []
    for morpheme in morphemes:
        if morpheme.tag in _NOUNS and (not run or morpheme.start == run[-1].end):
            run.append(morpheme)
            continue
        if run:
            words.append(_compound(run, text, subject=_marks_subject(morpheme, run[-1].end)))
            run = []
        if morpheme.tag in _NOUNS:
            run = [morpheme]
        elif morpheme.tag in _PREDICATES or morpheme.tag in _ADVERBS:
            words.append(_single(morpheme, predicate=morpheme.tag in _PREDICATES))
    if run:
        words.append(_compound(run, text, subject=False))
    return tuple(words)


def _marks_subject(morpheme: Morpheme, end: int) -> bool:
    return morpheme.start == end and morpheme.tag in {"JX", "JKS"} and morpheme.form in _SUBJECT_MARKS


def _compound(run: list[Morpheme], text: str, *, subject: bool) -> Word:
    start, end = run[0].start, run[-1].end
    return Word(
        form="".join(text[start:end].lower().split()),
        parts=tuple(item.form.lower() for item in run),
        start=start,
        end=end,
        subject=subject,
        name=_is_name(run),
    )


def _is_name(run: list[Morpheme]) -> bool:
    """A proper noun, or pieces of one that the dictionary does not know: 승/NNG 민/NNG 소프트/NNG."""
    short = [len(item.form) == 1 and item.tag == "NNG" for item in run]
    return any(item.tag in _NAMES for item in run) or any(a and b for a, b in pairwise(short))


def _single(morpheme: Morpheme, *, predicate: bool) -> Word:
    return Word(
        form=morpheme.form,
        parts=(morpheme.form,),
        start=morpheme.start,
        end=morpheme.end,
        predicate=predicate,
    )
