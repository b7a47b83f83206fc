"""From the text of a list line or an object phrase to the names of papers, at their places."""

import re
from collections.abc import Iterator

from ai.apps.generation.span import Span
from server.domain.brackets import FILLER

# how words for papers end: 신청서, 등록증, 위임장, 도면, 명세, 현황 …; 사업장, 종류, 용도 are none
HEAD = (
    r"(?:[가-힣](?:서|증|표|본|록|면)|서류|자료|서면|사진|여권|증명|명세|내역|현황|전표|카드|공문|인감|약관|규약|정관|번역문|결정문|영수증|증명원|확인원"
    r"|(?:위임|추천|임명|초청|통|소|상)장|(?:등록|가족|원|명|출석|장|대|기록)부|[가-힣](?<![정제속한용연년농온인철강빈각태수])도|대장|[건축변경]안)"
)
_BRACKET = rf"[(\[{{]{FILLER}*[)\]}}]"
_COUNT = r"\s*(?:각\s*)?[0-9]+\s*(?:부|장|통|매|건|권|점)(?:씩)?"
_END = rf"{HEAD}(?:\s?등|들)?(?:\s*{_BRACKET})*(?:{_COUNT})?(?:\s*{_BRACKET})*"
_JOINT = re.compile(
    rf"(?P<left>{_END})(?P<joint>(?:과|와|이나|나)\s+|\s*,\s*(?:그\s*밖에\s+)?|\s*(?:및|또는|혹은|그리고)\s+)"
)
_EXAMPLES = re.compile(
    rf"(?:{_END}\s+등(?:의)?\s+|\s등\s+(?=\S.*(?:증명|확인|입증|소명)\S*\s))(?=\S.*{HEAD})"
)
_EXAMINED = re.compile(rf"\s?등을\s+(?:확인|증명|입증|소명|적|기재)\S*\s(?=.*{HEAD})")
_SIMPLE = re.compile(r"\S{2,8}(?:\s(?:사본|원본|등본|초본))?")  # one word: 토지대장, 졸업증명서
_LAW_SAYS = re.compile(
    r"\S{1,20}(?:령|규칙|조례|장관|청장|처장|시장|위원회)(?:으로|로|이|가)\s(?:정하는|정하여\s고시하는|고시하는|인정하는)\s+"
)
_BARE_CLASS = re.compile(r"\s등\s(?:관련\s)?(?:증명|증빙|입증|구비|첨부)?서류$")
_TAIL = re.compile(rf"(?:\s*{_BRACKET}|{_COUNT}|\s*[.,;·]|\s+등|\s+각|\s+(?:중|가운데)\s+.{{1,12}})+$")
_ALIAS = re.compile(r"[(\[][가-힣A-Za-z]{2,12}[)\]]")
_STATUTE = re.compile(
    r"(?:「|제[0-9]|(?:법|영|규칙|조례|령)\s+제|같은\s+[법조항영]|별[지표]\s|이\s+(?:법|영|규칙)\s)[^,]{0,80}?"
    r"(?:에\s*(?:따른|의한)|에서\s+정하는|서식의)\s+"
)
_FORM = re.compile(
    rf"별지\s*제?[0-9]+호?(?:의[0-9]+)?\s*호?\s*서식(?:{_BRACKET})?(?:의|에\s*따른|에\s*의한)?\s+"
)
_LEADING = re.compile(r"(?:그\s*밖에|그\s*밖의|기타|또한|각각|함께|이\s*경우|및|또는|위(?=\s)|상기)\s*")
_ENTRIES = re.compile(
    r"(?:다음|아래)\s*각\s*[호목]의\s*(?:사항|내용)[을이]?\s*(?:모두\s*)?(?:적은|기재한|포함한|포함하는|포함된|명시한|작성한|적혀\s있는|기재되어\s있는|표시한|표시된)\s+"
)
_CONDITION = re.compile(rf"[^,.]{{2,200}}?(?:(?:경우|때)(?:{_BRACKET})?(?:에는|에|에도)?|려면)\s*,?\s+(?=\S)")
_COLON = re.compile(r"\s*[:：]\s*")
_RELATIVE = re.compile(
    r"(?:기재한|적은|기재된|적힌|포함된|포함한|작성한|발급한|발행한|날인한|체결한|증명하는|증명할\s수\s있는|확인할\s수\s있는)\s+(?=\S)"
)
_OF_BRACKET = re.compile(rf"{_BRACKET}의\s+(?=\S)")


_FOREIGN_WORDS = 3  # "Form A-1" may be a paper's name in a Korean clause, a sentence is none
_SAYS_ENOUGH = frozenset({"사진", "도면"})  # bare, and yet a paper of its own
_NO_NAME = re.compile(
    r"(?:까지|이내|[전후시때날]|경우|[가-힣]{2}[은는]|또는|사항|기간|사유|사람|방법|기준|비용|금액|것|함|음|다|시오|세요|어라|아라|하라|까|요)[.]?$|[?!]|^삭제|^(?:다음|아래)\s|^[(\[]"
)
_REFERENCE = re.compile(
    r"(?:제[0-9]+[조항호](?:의[0-9]+)?|각\s*[호목]|별[표지]\s*[0-9]*(?:의[0-9]+)?|[가-하]목)(?:까지)?(?:의|에\s*따른|의\s*규정에\s*(?:따른|의한)|에서\s*정한)?\s*(?:해당\s*)?(?:서류|자료|사항)(?:\(.*\))?$"
)
_POINTER = re.compile(
    r"(?:제[0-9]+[조항호](?:의[0-9]+)?)+\s*(?:각\s*[호목])?의\s*어느\s*하나에\s*해당하는\s(?:서류|자료)"
    r"|(?:해당\s*)?(?:각\s*)?[호목]의\s*(?:구분에\s*따른\s*)?\S{0,2}서류"
)
_BARE = re.compile(
    r"(?:(?:공통|그|이|이들|동|같은|해당|관계|관련|필요한|보관하는|다음의?|위의?|각|기타|소정의|첨부|제출|구비|증명|증빙|입증|소명|정하는|증명하는)\s?)*"
    r"(?:서류|자료|사본|원본|서면|사진|증명|서식|문서|정보|등본|초본|도면|지도|내용|사실)(?:\s(?:사본|원본))?"
)


def names(phrase: Span) -> Iterator[Span]:
    """The papers that a phrase names, coordinate ones apart, in order.

    "신분증 사본 1부, 위임장 및 그 밖에 권리를 증명하는 서류" gives three. Two plain alternatives stay
    one name, "토지대장 또는 임야대장": apart they would read as both being wanted.
    """
    for piece in _pieces(phrase):
        name = trim(piece)
        if is_name(name):
            yield name


def variants(name: Span, phrase: Span) -> Iterator[Span]:
    """Other ways to write the same name, ending at the same place.

    Longer: with 그 밖에 and 「…」 제3조에 따른 in front, as far as its own `phrase` goes. Shorter: the
    name alone, without what it says or who issues it.
    """
    before = Span(text=name.text, start=phrase.start, end=name.end)
    pieces = list(_pieces(before))
    if pieces and pieces[-1].end == name.end and pieces[-1].start < name.start:
        yield pieces[-1]
    for pattern in (_STATUTE, _RELATIVE, _OF_BRACKET):
        for match in pattern.finditer(name.top):
            shorter = trim(name.sub(match.end(), len(name.top)))
            if is_name(shorter) and re.search(rf"{HEAD}(?:{_BRACKET})?$", shorter.top):
                yield shorter


def is_name(name: Span) -> bool:
    """Not a date, a case, a bare "서류" or a pointer to a list that stands elsewhere."""
    text = str(name)
    bare = (_BARE.fullmatch(text) and text not in _SAYS_ENOUGH) or _POINTER.fullmatch(text)
    words = len(text.split())
    foreign = not re.search(r"[가-힣]", text) and words > _FOREIGN_WORDS
    return len(text) >= 2 and not (foreign or bare or _NO_NAME.search(text) or _REFERENCE.search(text))


def colon_apart(phrase: Span) -> Span:
    """What stands after "대리인인 경우: "; the phrase itself without such a colon."""
    colon = _COLON.search(phrase.top)
    if colon and colon.start() > 0 and colon.end() < len(phrase.top):
        return phrase.sub(colon.end(), len(phrase.top))
    return phrase


def trim(name: Span) -> Span:
    """A name without form number, statute, count, trailing bracket and leading filler words."""
    previous = None
    while previous != name:
        previous = name
        name = name.after(_LEADING).after(_FORM).after(_STATUTE).after(_ENTRIES)
        name = _without(name, _LAW_SAYS).before(_BARE_CLASS)
        tail = _TAIL.search(name.top)
        if tail and not _ALIAS.fullmatch(str(name)[tail.start() :].strip()):
            name = name.sub(0, tail.start())
    return name


def _pieces(phrase: Span) -> Iterator[Span]:
    phrase = colon_apart(phrase)
    condition = _CONDITION.match(phrase.top)
    if condition and not _JOINT.search(phrase.top[: condition.end()]):
        phrase = phrase.sub(condition.end(), len(phrase.top))
    if _alternatives(phrase):
        yield phrase
        return
    position = 0
    for match in _JOINT.finditer(phrase.top):
        if not _holds_together(phrase.top, position, match):
            yield phrase.sub(position, match.start("joint")).after(_CONDITION)
            position = match.end("joint")
    yield phrase.sub(position, len(phrase.top)).after(_CONDITION)


def _alternatives(phrase: Span) -> bool:
    """Nothing but "A 또는 B" or "A나 B" of two plain words."""
    joints = list(_JOINT.finditer(phrase.top))
    if len(joints) != 1 or joints[0]["joint"].strip() not in {"또는", "나", "이나"}:
        return False
    first, second = (
        phrase.sub(0, joints[0].start("joint")),
        trim(phrase.sub(joints[0].end(), len(phrase.top))),
    )
    short = bool(_SIMPLE.fullmatch(str(second)))
    return short and (bool(_SIMPLE.fullmatch(str(first))) or joints[0]["joint"].strip() != "또는")


def _holds_together(top: str, start: int, joint: re.Match[str]) -> bool:
    """Such as "A, B 등 무엇을 증명하는 서류" names one paper: A and B are its examples."""
    if _EXAMINED.search(top, joint.end()):
        return True
    if not any(joint.end() < example.end() for example in _EXAMPLES.finditer(top)):
        return False
    kind = joint["joint"].strip()
    if kind in {"과", "와"}:
        return False
    return (
        kind == ","
        or kind.startswith(",")
        or bool(_SIMPLE.fullmatch(top[start : joint.start("joint")].rsplit(",", maxsplit=1)[-1].strip()))
    )


def _without(name: Span, pattern: re.Pattern[str]) -> Span:
    """The name behind the pattern, when a name is left."""
    shorter = name.after(pattern)
    return shorter if is_name(shorter) else name
