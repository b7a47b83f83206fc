"""The Korean finder: listed names, objects, tables, and noun phrases that the rules are not sure of."""

from collections.abc import Iterator

from ai.apps.generation.found import Found
from ai.apps.generation.korean.asking import asked
from ai.apps.generation.korean.names import names, variants
from ai.apps.generation.korean.phrases import noun_phrases
from ai.apps.generation.korean.tabled import tabled
from server.domain.outline import Line
from server.ports.morphology import Morphology


def find_korean(body: str, lines: tuple[Line, ...], morphology: Morphology) -> Iterator[Found]:
    """Every name that a clause may ask for, sure ones first."""
    sure: list[Found] = []
    others: list[Found] = []
    for phrase in asked(body, lines):
        for name in names(phrase.phrase):
            sure.append(Found(span=name, line=phrase.line.index, sure=True))
            spellings = variants(name, phrase.phrase)
            others += [Found(span=other, line=phrase.line.index, sure=False) for other in spellings]
    for name in tabled(body, lines):
        line = next(one for one in reversed(lines) if one.start <= name.start)
        sure.append(Found(span=name, line=line.index, sure=True))
    yield from sure
    yield from others
    yield from noun_phrases(body, lines, morphology, taken=[(one.span.start, one.span.end) for one in sure])
