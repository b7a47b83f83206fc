"""Papers that are listed elsewhere: "제3항 각 호의 서류", "제12조제2항 각 호의 서류"."""

import re
from dataclasses import dataclass

from server.domain.brackets import mask

_LISTED = re.compile(
    r"(?P<place>(?P<article>제[0-9]+조(?:의[0-9]+)?)?(?P<paragraph>제[0-9]+항)?(?P<item>제[0-9]+호)?)"
    r"\s*(?:각\s*[호목])?(?:의\s*(?:구분에\s*따른|어느\s*하나에\s*해당하는)|의|에\s*따른|에\s*해당하는)\s*(?:각각의\s*)?(?:서류|첨부서류|구비서류|자료)"
)
_ASKED = re.compile(r"[^.]{0,60}?(?:첨부|제출|제시|구비|갖추)(?!\s*(?:하도록|하게))")
_OTHER_LAW = re.compile(r"(?:」|법|영|규칙|조례)\s*$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Reference:
    """Where a list stands. `article` is "" when it is the clause itself."""

    place: str  # as written: 제12조제2항
    article: str
    paragraph: str
    start: int
    end: int


def references(body: str) -> tuple[Reference, ...]:
    """The lists that the body asks for and that stand under another number of the same document."""
    top = mask(body)
    found = []
    for match in _LISTED.finditer(top):
        named = match["article"] or match["paragraph"]
        if named and not _OTHER_LAW.search(top[: match.start()]) and _ASKED.match(top, match.end()):
            found.append(
                Reference(
                    place=match["place"],
                    article=match["article"] or "",
                    paragraph=match["paragraph"] or "",
                    start=match.start("place"),
                    end=match.end("place"),
                )
            )
    return tuple(found)


def elsewhere(body: str) -> Reference | None:
    """The first list of another clause that the body asks for: the card says where it stands."""
    return next((one for one in references(body) if one.article), None)
