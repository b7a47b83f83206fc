"""Words of a text by script: Korean morphemes, Latin and Cyrillic stems."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from threading import local

import snowballstemmer

from server.ports.morphology import Morpheme

NOUNS = frozenset({"NNG", "NNP", "XR", "SH"})
PREDICATES = frozenset({"VV", "VA"})
JOINS = NOUNS | {"XSN", "XPN"}  # what a compound is made of
CONTENT = NOUNS | PREDICATES | {"NP", "MAG", "XPN", "NNB", "MM", "NR"}  # what a phrase can be made of

LATIN = re.compile(r"[A-Za-zÀ-ɏ]+(?:['’][A-Za-z]+)*")
CYRILLIC = re.compile(r"[Ѐ-ӿ]+")
CODE = re.compile(
    r"(?P<article>제?\s?[0-9]+\s?조(?:의\s?[0-9]+)?)"
    r"|(?P<form>(?:별지|별표|서식)\s?(?:제\s?)?[0-9]+(?:\s?호)?(?:의\s?[0-9]+)?)"
    r"|(?P<section>(?:article|section|§|стать[яиею]|пункт[аеу]?)\s?[0-9]+(?:\.[0-9]+)*)"
    r"|(?P<plain>(?:[A-Za-z]+-?)?[0-9][0-9A-Za-z.,:%/_-]*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)",
    re.IGNORECASE,
)
CODE_EDGE = ".,:/-"
SECTION_WORD = re.compile(r"[^0-9.]")
FILLING = re.compile(r"[\s제호]")  # people leave these out: 별지 14호의3 is 별지 제14호의3서식

_stemmers = local()  # a Snowball stemmer keeps its working state in itself


def korean_words(morphemes: Sequence[Morpheme]) -> Iterator[str]:
    """Nouns as they are, predicates as `stem다`, and each run of nouns joined: 말소, 등록, 말소등록."""
    for one in morphemes:
        if one.tag in NOUNS:
            yield one.form
        elif one.tag in PREDICATES:
            yield one.form + "다"
    yield from compounds(morphemes)


def compounds(morphemes: Sequence[Morpheme]) -> Iterator[str]:
    """Runs of two or more adjacent nouns, joined."""
    run: list[str] = []
    end = -1
    for one in morphemes:
        if one.tag in JOINS and one.start == end:
            run.append(one.form)
        else:
            if len(run) > 1:
                yield "".join(run)
            run = [one.form] if one.tag in JOINS else []
        end = one.end
    if len(run) > 1:
        yield "".join(run)


def stems(text: str) -> Iterator[str]:
    """Snowball stems of Latin (English) and Cyrillic (Russian) words, lower case."""
    yield from (_stem("english", word.lower()) for word in LATIN.findall(text))
    yield from (_stem("russian", word.lower().replace("ё", "е")) for word in CYRILLIC.findall(text))


def codes(text: str) -> Iterator[str]:
    """Articles (47조의2), forms (별지14의3), sections, numbers and identifiers, each in one spelling."""
    for found in CODE.finditer(text):
        if code := canonical_code(found):
            yield code


def canonical_code(found: re.Match[str]) -> str:
    """The one spelling of a match of CODE."""
    if found["plain"]:
        return found[0].strip(CODE_EDGE).lower()
    if found["section"] and "." in found[0]:
        return SECTION_WORD.sub("", found[0])  # Section 3.15 stands in the document as 3.15
    return FILLING.sub("", found[0]).lower()


@lru_cache(maxsize=65536)
def _stem(language: str, word: str) -> str:
    stemmer = getattr(_stemmers, language, None)
    if stemmer is None:
        stemmer = snowballstemmer.stemmer(language)
        setattr(_stemmers, language, stemmer)
    return str(stemmer.stemWord(word))
