"""The finder that English and Russian share: an asking verb and what follows it, a lead and its list."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ai.apps.generation.found import Found
from ai.apps.generation.span import Span
from server.domain.brackets import FILLER
from server.domain.outline import Line, sentences

_TAIL = re.compile(rf"(?:\s*[(\[]{FILLER}*[)\]]|\s*[.,;:])+$")
_MIN, _MAX = 2, 80


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """The patterns of one language."""

    head: re.Pattern[str]  # words that name papers
    active: re.Pattern[str]  # asks for what follows
    passive: re.Pattern[str]  # asks for what stands before
    lead: re.Pattern[str]  # a line whose list names papers
    label: re.Pattern[str]  # "Required documents: …"
    joint: re.Pattern[str]  # between two names
    stop: re.Pattern[str]  # where a name ends: "within 14 days"
    leading: re.Pattern[str]  # articles and the like
    conditional: re.Pattern[str]  # a piece that begins so is a condition, no name
    bare: re.Pattern[str]  # a pointer, no name: "following documents"
    refused: re.Pattern[str]  # a statement that asks nobody


def find(body: str, lines: tuple[Line, ...], language: Language) -> Iterator[Found]:
    """Names of papers that the lines ask for."""
    leads = {line.index for line in lines if _is_lead(body, line, language)}
    for line in lines:
        if line.table:
            continue
        if line.parent in leads:
            yield from _listed(body, line, language)
            continue
        for sentence in sentences(body, line):
            span = Span(text=body, start=sentence.start, end=sentence.end)
            for phrase in _objects(span, language):
                yield from _names(phrase, line, language, listed=False)


def _is_lead(body: str, line: Line, language: Language) -> bool:
    text = body[line.start : line.end]
    return bool(language.lead.search(text)) and not language.refused.search(text)


def _listed(body: str, line: Line, language: Language) -> Iterator[Found]:
    span = Span(text=body, start=line.start, end=line.end)
    first = re.split(r"(?<=[^\W\d_]{3})\.\s", span.top)[0]
    phrase = span.sub(0, len(first))
    if not language.refused.search(first):
        yield from _names(phrase, line, language, listed=True)


def _objects(span: Span, language: Language) -> Iterator[Span]:
    top = span.top
    label = language.label.match(top)
    if label:
        yield span.sub(label.end(), len(top))
        return
    for start, end in _statements(top):
        part = top[start:end]
        if language.refused.search(part):
            continue
        verbs = list(language.active.finditer(part))
        passive = language.passive.search(part)
        for number, verb in enumerate(verbs, start=1):
            stop = verbs[number].start() if number < len(verbs) else len(part)
            yield span.sub(start + verb.end(), start + stop)
        if passive and not verbs:
            yield span.sub(start, start + passive.start())


def _statements(top: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in re.finditer(r";\s|:\s|,?\s(?:but|however|но|однако)\s", top):
        yield start, match.start()
        start = match.end()
    yield start, len(top)


def _names(phrase: Span, line: Line, language: Language, *, listed: bool) -> Iterator[Found]:
    stop = language.stop.search(phrase.top)
    kept = phrase.sub(0, stop.start()) if stop and not listed else phrase
    position = 0
    for match in [*language.joint.finditer(kept.top), None]:
        end = match.start() if match else len(kept.top)
        name = _trim(kept.sub(position, end), language)
        if language.conditional.match(name.top):
            return
        if (
            language.head.search(name.top)
            and not language.bare.fullmatch(name.top)
            and _MIN <= len(str(name)) <= _MAX
        ):
            yield Found(span=name, line=line.index, sure=True)
        if match:
            position = match.end()


def _trim(name: Span, language: Language) -> Span:
    name = name.after(language.leading)
    stop = language.stop.search(name.top)
    name = name.sub(0, stop.start()) if stop else name
    tail = _TAIL.search(name.top)
    return name.sub(0, tail.start()) if tail else name
