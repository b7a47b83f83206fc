"""Which lines and sentences of a Korean body ask a person to hand something in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ai.apps.generation.korean.names import HEAD, colon_apart, is_name
from ai.apps.generation.span import Span
from server.domain.brackets import FILLER, mask
from server.domain.outline import Line, Sentence, children, sentences

_B = rf"(?:\s*[(\[{{]{FILLER}*[)\]}}])?"  # a bracket, hidden by the mask
_PAPERS = r"(?:서류|자료|신분증|증명서|증서|서면|도서|도면|증거물)"
_NEXT = re.compile(
    rf"(?:다음|아래)(?:의|\s)*(?:각\s*[호목](?:의|\s)*|표의?\s*|어느\s*하나\S*\s*)?(?:(?!따라|까지|에게|이내|사항|사유|경우|변경|자가|자는|사람이|사람은)[^.,]){{0,40}}?{_PAPERS}|(?:다음|아래)\s*각\s*[호목]의\s*것"
    rf"|(?:다음|아래)\s*각\s*호[^.]{{0,60}}?해당\s*(?:각\s*)?호의\s*{_PAPERS}"
)
_NEXT_ENTRIES = re.compile(
    r"(?:다음|아래)\s*각\s*[호목]의\s*(?:사항|내용)[을이]?\s*(?:모두\s*)?(?:기재|적|포함|명시|작성)"
)
_LISTED_AFTER = re.compile(
    rf"(?:첨부|제출|제시|구비|준비|필요)[^.]{{0,24}}?{_PAPERS}{_B}(?:은|는)\s+[^.]{{0,24}}?(?:다음|아래)"
)
_TITLE = re.compile(
    r"\W*(?:[가-힣ㆍ\s]{0,24}\s)?(?:구비|필요|제출|첨부|준비)\s?(?:할\s)?(?:서류|물)\W*(?:\([^)]*\))?\W*"
)
_TITLED = re.compile(r"\W*(?:구비|필요|제출|첨부|준비)\s?(?:서류|물)\s*[:：]\s*(?=\S)")
_VERB = (
    rf"(?:(?:첨부|제출|제시|구비|지참|동봉|준비|송부)(?P<paren>{_B})(?:하여|해|하고|하며|하면|하거나|하되|한\s후|한\s다음|할\s*것|하십시오|하세요|하셔야|해야)(?:야)?(?!야)"
    r"|(?:내보|보)여(?:야|\s주)|(?:내보|보)이고|내보일\s*것|갖추(?:어|고)(?!\s?(?:두|놓|있|야))|(?<!덧)붙여(?:야)?|(?<![가-힣])내야|보내\s주|가져\s?오|챙겨|가지고\s(?:[^.,]{0,30}\s)?(?:오|가|방문)|(?<![가-힣])내(?:면|고|어|시면|셔야|\s주))(?!\s*하는|\s*할\s)"
)
_POSITIVE = re.compile(_VERB)
_TO_WHOM = (  # "시설을 관리하는 자에게", "지급을 청구한 날부터": between a paper and its verb
    r"(?<![서증표본록류료])(?:을|를)\s(?!첨부|제출|제시)(?:(?!을\s|를\s|[.]).){1,14}(?:는|한)\s"
    r"(?:(?!을\s|를\s|[.]).){1,30}?(?:에게|부터|까지)\s"
)
_OBJECT = re.compile(
    rf"(?P<particle>을|를){_B}\s(?P<between>(?:{_TO_WHOM}|(?!을\s|를\s|[.]).){{0,90}}?){_VERB}"
)
_TOGETHER = re.compile(
    rf"(?:을|를){_B}\s(?P<papers>(?:(?!을\s|를\s|[.]).){{1,60}}?{HEAD}{_B})[과와]\s함께\s"
    r"(?:제출|첨부|제시)(?:하여야|해야|하셔야|하십시오|하세요|합니다|해\s주)"
)
_REPLACED = re.compile(r"(?:으로|로)\s*갈음(?:한다|하여야|해야)")
_NEEDED = re.compile(
    rf"(?:이|가){_B}\s(?:반드시\s|꼭\s|모두\s)?필요(?:합니다|하다(?!고)|해요|함(?![가-힣])|하며)"
)
_NEAR = 25  # characters between an object and "첨부": farther, it is attached to something else
_FILED = re.compile(r"제출|신청|신고|청구|요청|통보|하여야|해야|할\s수\s있|주세요|주십시오|주시")
_ATTACHES = re.compile(r"첨부|동봉")
_FORM = re.compile(
    rf"(?:신청서|신고서|청구서|요청서|신청서식|신고서식|[0-9]서식|보고서|통지서|신청서\S{{0,8}}이라\s한다){_B}$"
)
_NAMES = re.compile(rf"(?:{HEAD}|등|[0-9]\s?[부통장]){_B}\s*$")
_NO_PAPER = re.compile(r"(?:시|읍|면|동|구청|청|소|원|과|국|부|사업|회|이사|기관의\s)장$")
_BY_FORM = re.compile(
    r"서식의\s+(?P<name>[^\s,()]{0,12}\s?[^\s,()]{0,12}(?:확인서|동의서|위임장|승낙서|서약서))에\s*따른다"
)
_ONE_OF = re.compile(r"다음(?:의|\s*각\s*[호목]의)\s*어느\s*하나에\s*해당하는\s+")
_EXCEPTED = re.compile(r"제외|경우는|(?:신청서|신고서|사본|원본|등본|증명서)\S*$")
_BELOW = re.compile(r"다음(?:의|\s)(?!\s*각\s*[호목]의\s*(?:사항|내용)|.*제외)")
_BESIDE_A_LIST = re.compile(
    rf"(?P<papers>.*{HEAD}{_B})(?:[과와]|\s*(?:및|,))\s(?!.*{HEAD}{_B}(?:[과와]|\s*(?:및|,))\s)"
)
_NOT_A_NAME = re.compile(
    r"(?:것|다|함|음)[.]?$|^삭제"
    r"|^제[0-9]+(?:조|항|호)(?:(?!(?:증명|확인|입증|소명)(?:하는|할)|관한|적은)[^,])*?(?:서류|것)$"
)
_POINTER = re.compile(
    rf"(?<![조0-9」])제(?P<number>[0-9]{{1,2}})항\s*각\s*호의\s*(?:구분에\s*따른\s*)?{_PAPERS}"
)
_CIRCLED = 20  # ① to ⑳
_MEANT = re.compile(r"말한다")
_OTHER_VERB = re.compile(r"확인(?:하여|해)야|검토|보관|비치|통지|발급(?:하여|해)야|요구할")
_OFFICE = re.compile(
    r"(?:장관|청장|시장|군수|구청장|시장등|도지사|교육감|교육장|위원장|위원회|공단|공사|관청|세무서장|공무원|법원|인증기관|검사기관|평가원"
    rf"|진흥원|원장|소장|국세청장|이사장|읍ㆍ면ㆍ동장|등기소|이장|(?<![신요])청|[시군구읍면동]의\s장|협회|본부장){_B}(?:은|는|이|가)\s"
    r"(?!\s*(?:\S+\s)?(?:정하|인정하|지정하|발급|발행|고시|요구하는|따로))"
)
_APPLIES = re.compile(r"(?:려는|자\s?하는)\s\S*$")  # "신고하려는 관리사무소장은" is no office here
_PERSON = re.compile(rf"(?:자|사람|(?<!날)인|기관|조합|법인|단체|회사|학교){_B}(?:은|는|이|가)\s")
_OFFICE_ACTS = re.compile(r"(?:송달|통지|통보|발급|교부|이송|고시|공고)(?:하여야|해야|한다)")
_CLAUSE_END = re.compile(r"(?:하며|하고|하되|이며|으며),?\s")
_BOUNDARY = re.compile(
    rf"(?:[서식표부지증](?:류)?{_B}(?:에는\s*|에\s+(?!따[른라]|의한|의하|대한|관한|관하|해당[하되한함]|속하|대하)))"
    rf"|(?:자|사람|(?<!날)인|업자|기관|조합|법인|단체|회사|학교|부부|고객|회원|주|주체){_B}(?:은|는|이|가)\s+|(?:께서|에서|에게|에)는\s+"
    rf"|(?:경우|때){_B}(?:에는|에|에도|까지|부터)?\s*,?\s+|에게\s+|(?:장|청|공단|관|원|처|공사|센터|소|은행|날|시)에\s+(?!따[른라]|의한|의하|대한|관한|관하|필요|해당[하되한함]|속하|대하)"
    r"|(?:하여|하고|하며|하되|받아|받고|이며|으며|이고),?\s+(?!있)|(?:즉시|없이|이내에|까지|[가-힣]\s후|외에|마다|따라|함께|통하여|다만,|경우,|려면|하면|거나)\s+"
    rf"|(?<![서증장표본부록도면류료진명역황부통])(?<!{FILLER}[)\]}}]),\s+"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A phrase that names papers. `listed`: a whole list line; `object`: what a verb asks for."""

    kind: Literal["listed", "object"]
    phrase: Span
    line: Line


def asked(body: str, lines: tuple[Line, ...]) -> Iterator[Asked]:
    """Every phrase of the body that names what must be handed in, in order of its line."""
    leads = {line.index for line in lines if not line.table and leads_list(body, line)}
    leads |= set(_pointed_to(body, lines))
    listed: set[int] = set()
    for line in lines:
        if line.table:
            continue
        if line.parent in leads or line.parent in listed:
            yield from _of_list_line(body, lines, line, listed)
        else:
            for sentence in sentences(body, line):
                yield from objects(body, sentence, line)


def _pointed_to(body: str, lines: tuple[Line, ...]) -> Iterator[int]:
    """Paragraphs whose list another one asks for, "제3항 각 호의 서류를 첨부하여"; one hop."""
    by_marker = {line.marker: line.index for line in lines if line.marker and not line.depth}
    for line in lines:
        for sentence in () if line.table else sentences(body, line):
            top = mask(body[sentence.start : sentence.end])
            for match in _POINTER.finditer(top):
                verb = _POSITIVE.search(top, match.end())
                number = int(match["number"])
                if verb and number <= _CIRCLED and _asks_person(top, verb.end()):
                    target = by_marker.get(chr(ord("①") + number - 1))
                    if target is not None and target != line.index:
                        yield target


def leads_list(body: str, line: Line) -> bool:
    """Does the line say that the list below it names papers to hand in?"""
    text = body[line.start : line.end]
    return bool(_TITLE.fullmatch(text)) or any(_leads(body, one) for one in sentences(body, line))


def asked_windows(body: str, sentence: Sentence) -> tuple[tuple[int, int], ...]:
    """Where the objects of the sentence's asking verbs can stand, as offsets into the body."""
    top = mask(body[sentence.start : sentence.end])
    return tuple(
        (sentence.start + _object_start(top[: match.start()]), sentence.start + match.start())
        for match in _POSITIVE.finditer(top)
        if _asks_person(top, match.end())
    )


def objects(body: str, sentence: Sentence, line: Line) -> Iterator[Asked]:
    """What the verbs of a sentence ask for: "신고서에 허가증 원본을 첨부하여" gives "허가증 원본"."""
    span = Span(text=body, start=sentence.start, end=sentence.end)
    top = span.top
    titled = _TITLED.match(top)
    if titled:
        yield Asked(kind="object", phrase=span.sub(titled.end(), len(top)), line=line)
        return
    places = [*_attached(top), *_together(top), *_needed(top), *_by_form(str(span)), *_replacing(top)]
    for start, end in sorted(places):
        yield Asked(kind="object", phrase=span.sub(start, end), line=line)


def _attached(top: str) -> Iterator[tuple[int, int]]:
    """Such as "신고서에 허가증 원본을 첨부하여", "신분증을 제출하여야"; an application form alone is none."""
    for match in _OBJECT.finditer(top):
        attaches = bool(_ATTACHES.match(top, match.end("between")))
        if not _asks_person(top, match.end()) or (attaches and not _FILED.search(top)):
            continue
        end = match.start("particle")
        start = _object_start(top[:end])
        phrase = top[start:end]
        near = attaches and len(match["between"]) < _NEAR
        paper = near or (not attaches and _NAMES.search(phrase) and not _FORM.search(phrase))
        listed = _NEXT.search(phrase)
        beside = _BESIDE_A_LIST.match(phrase[: listed.start()]) if listed else None
        if beside and paper and not _FORM.search(beside["papers"]):
            yield start, start + beside.end("papers")
        elif paper and not listed:
            yield start, end


def _together(top: str) -> Iterator[tuple[int, int]]:
    """Such as "신청서를 법정대리인의 신분증과 함께 제출하여야"."""
    for match in _TOGETHER.finditer(top):
        if _asks_person(top, match.end()):
            yield match.span("papers")


def _needed(top: str) -> Iterator[tuple[int, int]]:
    """Such as "임대차계약서가 필요합니다"."""
    for match in _NEEDED.finditer(top):
        start = _object_start(top[: match.start()])
        if _NAMES.search(top[start : match.start()]) and _asks_person(top, match.end()):
            yield start, match.start()


def _by_form(text: str) -> Iterator[tuple[int, int]]:
    """Such as "별지 제4호서식의 법정대리인 확인서에 따른다", inside brackets too."""
    for match in _BY_FORM.finditer(text):
        yield match.span("name")


def _replacing(top: str) -> Iterator[tuple[int, int]]:
    """Such as "자격을 증명하는 서류로 갈음한다": a duty, unlike 갈음할 수 있다."""
    for match in _REPLACED.finditer(top):
        start = _object_start(top[: match.start()])
        if _NAMES.search(top[start : match.start()]):
            yield start, match.start()


def _of_list_line(body: str, lines: tuple[Line, ...], line: Line, listed: set[int]) -> Iterator[Asked]:
    first, *rest = sentences(body, line)
    phrase = Span(text=body, start=first.start, end=first.end)
    below = colon_apart(phrase)
    one_of = _ONE_OF.match(below.top)
    unsaid = below == phrase and not rest and not _EXCEPTED.search(below.top) and not _names_paper(below)
    if children(lines, line) and not one_of and (unsaid or _BELOW.search(below.top)):
        listed.add(line.index)
        beside = _BESIDE_A_LIST.match(below.top)
        if beside:
            yield Asked(kind="listed", phrase=below.sub(0, beside.end("papers")), line=line)
        return
    if one_of and is_name(below.sub(one_of.end(), len(below.top))):
        below = below.sub(one_of.end(), len(below.top))
    elif one_of and children(lines, line):
        listed.add(line.index)
        return
    if not _NOT_A_NAME.search(below.top):
        yield Asked(kind="listed", phrase=below, line=line)
    else:
        yield from objects(body, first, line)
    for sentence in rest:
        yield from objects(body, sentence, line)


def _names_paper(phrase: Span) -> bool:
    return bool(_NAMES.search(phrase.top)) and is_name(phrase)


def _leads(body: str, sentence: Sentence) -> bool:
    top = mask(body[sentence.start : sentence.end])
    after = _LISTED_AFTER.search(top)
    if after and not _MEANT.search(top):
        return _asks_person(top, after.end())
    match = _NEXT.search(top)
    if not match or _NEXT_ENTRIES.search(top):
        return False
    verb = _POSITIVE.search(top, match.end())
    if not verb or _OTHER_VERB.search(top[match.end() : verb.start()]):
        return False
    return _asks_person(top, verb.end())


def _asks_person(top: str, verb_end: int) -> bool:
    """Is it a person, not an office, who hands in?"""
    before = top[:verb_end]
    offices = [
        match.end() for match in _OFFICE.finditer(before) if not _APPLIES.search(before[: match.start()])
    ]
    persons = [match.end() for match in _PERSON.finditer(before)]
    if offices and offices[-1] > max(persons, default=-1):
        return False
    return not _OFFICE_ACTS.search(top[verb_end:])


def _object_start(before: str) -> int:
    """Where the object phrase that ends here begins: after a form's "…서에", a topic, a condition."""
    starts = [match.end() for match in _BOUNDARY.finditer(before)]
    return starts[-1] if starts else 0
