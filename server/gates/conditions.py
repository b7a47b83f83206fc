"""The literal condition under which a paper is asked for, from its own line, sentence or lead."""

import re
from collections.abc import Iterator

from server.domain.brackets import FILLER, mask
from server.domain.clause import Language
from server.domain.outline import Line, cells, sentences
from server.gates.scope import Scope

MAX_CHARACTERS = 120
_BRACKETED: dict[Language, re.Pattern[str]] = {
    "ko": re.compile(r"(?:경우|때|사람|해당|한정|한하|한한|제외|만\s|동의|대상)"),
    "en": re.compile(
        r"\b(?:if|when|where|only|unless|for|in case|except|applicable|required)\b", re.IGNORECASE
    ),
    "ru": re.compile(r"(?:если|при|когда|только|в случае|для|кроме|за исключением)", re.IGNORECASE),
}
_EXPLAINS = re.compile(r"라\s*한다|[을를]\s*말한다|포함한다|이하\s*같다|포함하며")
_LIMITS = re.compile(r"해당|한정|한하|한한|제외|만\s|제출|첨부")
_LEADING: dict[Language, re.Pattern[str]] = {
    "ko": re.compile(
        r"(?P<condition>[^.;:]{1,160}?(?:경우|(?<=[가-힣])\s때|는\s*때|\s시)(?=(?:에는|에|에도|에만|로서|에\s*한하여)?[\s,:：])"
        r"|[^.;:,]{2,120}?(?:려면|으면|하면|되면|이면|지면|아니면|시면)(?=[\s,]))"
    ),
    "en": re.compile(
        r"(?P<condition>\b(?:if|when|where|unless|in case|for)\b[^.;:,]{2,140})(?=[,:])|(?P<who>\b(?:a|an"
        r"|any|every|each)\s[\w\s]{2,30}?\s(?:who|that|whose)\s[^.;:,]{2,100}?)(?=\s(?:must|shall|should"
        r"|has\sto|needs\sto)\b)",
        re.IGNORECASE,
    ),
    "ru": re.compile(
        r"(?P<condition>(?:если|при|когда|в случае|для)\s[^.;:,]{2,140})(?=[,:—–]|\s[—–-])"
        r"|^(?P<event>(?:при|в\sслучае)\s[^.;:,]{2,80}?)(?=\s(?:новый\s|другой\s)?(?:клиент|заявитель"
        r"|владелец|потребитель|гражданин|абонент|пользователь|собственник|представ|прилага|пода|предъяв"
        r"|необходимо|нужн))|^(?P<whom>[^.;:,—]{3,80}?)(?=\s[—–]\s)",
        re.IGNORECASE,
    ),
}
_TRAILING: dict[Language, re.Pattern[str]] = {
    "ko": re.compile(r"(?!)"),
    "en": re.compile(r"(?P<condition>\b(?:if|when|where|unless|in case|only)\b[^.;]{2,140})", re.IGNORECASE),
    "ru": re.compile(r"(?P<condition>(?:если|при условии|когда|в случае)[^.;]{2,140})", re.IGNORECASE),
}
_PROCEDURE = re.compile(
    r"(?:려는|려고\s*하는|고자\s*하는|[신청출록]을?\s*하는|[신청출록]할)\s*(?:경우|때)$|려면$"
)
_PROVISO = re.compile(r"^(?:다만|단)[,\s]")
_FILLER = re.compile(
    r"^(?:에는|에도|에만|에|로서)\s+|^[0-9]{1,2}\.\s+|^[가-하]\.\s+|^(?:다만|단|이\s*경우|그\s*밖에|또는|및|및\s)[,\s]*"
    r"|^(?:제[0-9]+항|제[0-9]+호)?에\s*따라\s"
)
_STATEMENT = re.compile(r"(?:(?:자|사람|인)[은는]|하며|하고|하되|이며|으며|지만),?\s+(?=\S)")
_COUNT = r"\s*(?:각\s*)?(?:[0-9]+\s*[가-힣])?\s*"
_AFTER_BRACKET = re.compile(rf"[(\[{{]{FILLER}*[)\]}}]{_COUNT}(?=[(\[{{])")
_COLON = re.compile(r"\s*[:：]")
_STATUTE = re.compile(r"[0-9]+\.\s|「[^」]*」|법|영|제[0-9]+[조항호](?:의[0-9]+)?|에$|[\s│]")
_MARK = re.compile(r"(?:[가-하]|[0-9]{1,2})\.\s+")


def condition(at: Scope, language: Language) -> str | None:
    """The nearest condition, literally as the body writes it, at most MAX_CHARACTERS; None without one.

    Nearest first: a bracket behind the name, what stands before it in its own line or sentence,
    a proviso (다만 …) on its line, the list line above, the sentence that leads the list.
    A drawn table breaks its cells' lines: what it tore apart is no text to show, the next is taken.
    """
    for start, end in _found(at, language):
        text = _cut(at.body[start:end])
        if len(text) >= 2 and "\n" not in text:
            return text
    return None


def _found(at: Scope, language: Language) -> Iterator[tuple[int, int]]:
    yield from _bracket(at, _brackets_behind(at), language)
    if at.line.table:
        yield from _first_cell(at)
        return
    first = at.sentence.start == at.line.start and not at.line.depth
    yield from _before(at.body, at.sentence.start, at.start, language, first=first)
    yield from _bracket(at, _brackets_of_neighbours(at), language)
    yield from _behind(at, language)
    yield from _proviso(at)
    for depth, line in enumerate(at.above):
        yield from _of_lead(at.body, line, language, nearest=depth == 0)


def _bracket(at: Scope, openings: Iterator[int], language: Language) -> Iterator[tuple[int, int]]:
    body = at.body
    for opening in openings:
        closing = _closing(body, opening)
        if closing and _BRACKETED[language].search(body, opening + 1, closing):
            inside = body[opening + 1 : closing]
            if language != "ko" or _LIMITS.search(inside) or not _EXPLAINS.search(inside):
                yield opening + 1, closing
                return


def _brackets_behind(at: Scope) -> Iterator[int]:
    """A bracket that follows the name at once, or the verb that asks for it: 첨부(… 제외한다)하여."""
    behind = mask(at.body[at.end : at.sentence.end])
    near = re.match(rf"[^\s(\[{{]{{0,4}}{_COUNT}(?=[(\[{{])", behind)
    while near:
        yield at.end + near.end()
        near = _AFTER_BRACKET.match(behind, near.end())
    verb = re.match(r"[^(\[{.,]{0,12}?(?:첨부|제출|제시)(?:하여|해)?\s*(?=[(\[{])", behind)
    if verb:
        yield at.end + verb.end()


def _brackets_of_neighbours(at: Scope) -> Iterator[int]:
    """A bracket that ends a list line stands for all the names before it: 신분증 사본 및 위임장(…)."""
    behind = mask(at.body[at.end : at.sentence.end])
    if at.line.depth and re.match(r"\s*(?:및|또는|,|와\s|과\s)", behind):
        last = re.search(rf"[(\[{{]{FILLER}*[)\]}}]\s*\.?$", behind)
        if last:
            yield at.end + last.start()


def _closing(body: str, opening: int) -> int | None:
    depth = 0
    for position in range(opening, len(body)):
        depth += (body[position] in "([{") - (body[position] in ")]}")
        if depth == 0:
            return position
    return None


def _before(
    body: str, start: int, end: int, language: Language, *, first: bool = False
) -> Iterator[tuple[int, int]]:
    """What stands before a name; the `first` sentence of a line names its procedure: no condition."""
    top = mask(body[start:end])
    colons = [match.start() for match in _COLON.finditer(top)]
    if colons:
        yield _trimmed(body, start, start + colons[-1])
        return
    leads = list(_LEADING[language].finditer(top))
    if leads:
        last = leads[-1]
        cuts = [cut.end() for cut in _STATEMENT.finditer(top, last.start(), last.end())]
        begin = cuts[-1] if cuts and language == "ko" else last.start()
        place = _trimmed(body, start + begin, start + last.end())
        if not (first and _PROCEDURE.search(body[slice(*place)])):
            yield place


def _behind(at: Scope, language: Language) -> Iterator[tuple[int, int]]:
    match = _TRAILING[language].search(at.after)
    if match:
        yield at.end + match.start(), at.end + match.end("condition")


def _proviso(at: Scope) -> Iterator[tuple[int, int]]:
    for sentence in at.later[:1]:
        text = at.body[sentence.start : sentence.end]
        if _PROVISO.match(text):
            yield _trimmed(at.body, sentence.start, sentence.end)


def _of_lead(body: str, line: Line, language: Language, *, nearest: bool) -> Iterator[tuple[int, int]]:
    """The condition that a line puts on the list below it; a procedure's own name is none."""
    for sentence in reversed(sentences(body, line)):
        text = mask(body[sentence.start : sentence.end])
        proviso = bool(_PROVISO.match(text))
        below = re.search(r"다음|아래|following|below|следующ|:$", text)
        if not below:
            continue
        for start, end in _before(body, sentence.start, sentence.start + below.start(), language):
            if line.depth or proviso or (nearest and not _PROCEDURE.search(body[start:end])):
                yield start, end
        return


def _first_cell(at: Scope) -> Iterator[tuple[int, int]]:
    """The first cell of the row: its first drawn line that says more than a statute's number.

    Before that, what stands in front of a colon in the name's own cell: "가. 임차한 경우: 계약서".
    """
    own = next((start for start, end in cells(at.body, at.line) if start <= at.start < end), at.start)
    marks = [match.end() for match in _MARK.finditer(at.body, own, at.start)]
    begin = marks[-1] if marks else own
    colon = _COLON.search(at.body, begin, at.start)
    if colon:
        yield _trimmed(at.body, begin, colon.start())
    for line in at.row if own != cells(at.body, at.line)[0][0] else ():
        start, end = _trimmed(at.body, *cells(at.body, line)[0])
        if start < end and not start <= at.start < end and _STATUTE.sub("", at.body[start:end]).strip():
            yield start, end


def _trimmed(body: str, start: int, end: int) -> tuple[int, int]:
    text = body[start:end]
    filler = _FILLER.match(text.lstrip())
    start += len(text) - len(text.lstrip()) + (filler.end() if filler else 0)
    return start, start + len(body[start:end].rstrip(" .,;:："))


def _cut(text: str) -> str:
    """At most MAX_CHARACTERS, cut behind a comma or at a space."""
    if len(text) <= MAX_CHARACTERS:
        return text
    head = text[:MAX_CHARACTERS]
    for mark in (",", " "):
        if head.rfind(mark) > MAX_CHARACTERS // 3:
            return head[: head.rfind(mark)].rstrip()
    return head
