"""Noun phrases in sentences that ask for something, by morphemes: for what no pattern foresees."""

import re
from collections.abc import Iterator, Sequence

from ai.apps.generation.found import Found
from ai.apps.generation.korean.asking import asked_windows
from ai.apps.generation.korean.names import HEAD, is_name
from ai.apps.generation.span import Span
from server.domain.outline import Line, Sentence, sentences
from server.ports.morphology import Morpheme, Morphology

_INSIDE = frozenset({"NNG", "NNP", "XSN", "XPN", "SL", "SH", "SN", "JKG", "MM"})
_OTHER = re.compile(  # it is what the person wants or lost, not what is handed in
    r"(?:을|를|이|가|은|는)?\s*(?:발급|교부|재발급|재교부|잃어|분실|헐어|받은|받으|받고|갱신|제출받|접수|작성|확인)|(?:의|에)\s"
)
_APPLICATION = re.compile(r"(?:신청서|신고서|청구서|요청서|통지서|보고서)$")
_VERBAL = frozenset({"XSV", "XSA", "VCP"})
_PAPER = re.compile(rf"{HEAD}$")
_NO_START = frozenset({"JKG", "XSN", "SN"})


def noun_phrases(
    body: str, lines: tuple[Line, ...], morphology: Morphology, *, taken: Sequence[tuple[int, int]]
) -> Iterator[Found]:
    """Runs of nouns that end like a paper's name and stand apart from what is `taken` already."""
    for line in lines:
        for sentence in () if line.table else sentences(body, line):
            windows = asked_windows(body, sentence)
            for name in _runs(body, sentence, morphology) if windows else ():
                inside = any(start <= name.start and name.end <= end for start, end in windows)
                clear = inside and all(name.end <= start or end <= name.start for start, end in taken)
                if (
                    clear
                    and _PAPER.search(str(name))
                    and not _APPLICATION.search(str(name))
                    and is_name(name)
                    and not _OTHER.match(body, name.end)
                ):
                    yield Found(span=name, line=line.index, sure=False)


def _runs(body: str, sentence: Sentence, morphology: Morphology) -> Iterator[Span]:
    run: list[Morpheme] = []
    for morpheme in [*morphology.morphemes(body[sentence.start : sentence.end]), None]:
        if (
            morpheme
            and morpheme.tag in _INSIDE
            and _near(run, morpheme)
            and (run or morpheme.tag not in _NO_START)
        ):
            run.append(morpheme)
            continue
        while run and run[-1].tag in {"JKG", "MM"}:
            run.pop()
        if run and not (morpheme and morpheme.tag in _VERBAL):
            yield Span(text=body, start=sentence.start + run[0].start, end=sentence.start + run[-1].end)
        run = [morpheme] if morpheme and morpheme.tag in _INSIDE - _NO_START else []


def _near(run: list[Morpheme], morpheme: Morpheme) -> bool:
    return not run or morpheme.start - run[-1].end <= 1
