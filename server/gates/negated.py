"""Papers that nobody has to bring: waived, not needed, repealed, or looked up by the office itself."""

import re
from dataclasses import dataclass

from server.domain.brackets import mask
from server.domain.clause import Language
from server.domain.outline import Line, sentences
from server.domain.reasons import Gate
from server.gates.scope import Scope
from server.gates.verdict import Refused


@dataclass(frozen=True, kw_only=True, slots=True)
class _Signs:
    """Patterns of one language; `after` and `before` are tried on the name's own part of a sentence."""

    repealed: re.Pattern[str]
    office: re.Pattern[str]  # in the sentence before the name: the office looks papers up …
    office_after: re.Pattern[str]  # … or behind the name, before anyone is asked
    asked: re.Pattern[str]  # a person is asked to hand in
    after: re.Pattern[str]
    before: re.Pattern[str]
    part: re.Pattern[str]  # where a new statement begins inside a sentence


_KO = _Signs(
    repealed=re.compile(r"^삭제(?:\s|<|$|됨|한다)"),
    office=re.compile(
        r"(?:행정정보의?\s*공동이용|본인정보\s*공동이용|전산정보처리조직|전산망|직접\s*확인|담당\s*(?:공무원|자|직원))"
    ),
    office_after=re.compile(
        r"(?:행정정보의?\s*공동이용|전산정보처리조직|담당\s*(?:공무원|자|직원)\S*)[^.]{0,80}확인"
        r"|[^.]{0,60}?(?:직접|자체)\s*(?:확인|조회|발급)|[^.]{0,30}?(?:조회|열람)(?:하여|해서|해)?\s*(?:확인|처리)"
    ),
    asked=re.compile(
        r"(?:첨부|제출|제시|구비|지참|준비)(?:하여야|해야|하셔야|하여\s|해\s|하고|하며|할\s*것|하십시오|하세요)|내보여야|갖추어야|가져오|내야"
    ),
    after=re.compile(
        r"(?:첨부|제출|제시|구비|지참|준비|필요)(?:를|을|은|는|도|의무를|의무가)?\s*(?:하지|할\s*필요|해야\s*할\s*필요|안\s*|생략|면제|요하지|요구하지"
        r"|요청하지|받지)"
        r"|(?:생략|면제)(?:할|하|한|된|됩|받)|필요(?:로\s*하지|하지|치|가|는)?\s*(?:않|아니|없)|불필요|요하지\s*(?:않|아니)"
        r"|^\S{0,3}\s*(?:제외|폐지|빼)|(?:없이|없어)도|(?:안|못)\s*(?:내|가져)|(?:내|가져오)지\s*않|제외(?:한다|하고|하며|됩|된다)"
        r"|대신할\s*수\s*없"
    ),
    before=re.compile(r"(?:불필요한|생략되는|면제되는|제외되는)\s*\S{0,10}\s*[:：]?\s*$"),
    part=re.compile(r"(?:하며|하고|하되|이며|으며|지만|하나|으나),?\s"),
)
_EN = _Signs(
    repealed=re.compile(r"^\W*(?:repealed|deleted|revoked|omitted)\b", re.IGNORECASE),
    office=re.compile(
        r"\b(?:we|the (?:office|council|authority|company|clerk|department|registrar|staff)"
        r"|officials?)\b[^.;]{0,40}?"
        r"\b(?:check|checks|look|looks|obtain|obtains|request|requests|retrieve|verify|verifies|get"
        r"|gets)\b(?![^.;]*\byou\b)",
        re.IGNORECASE,
    ),
    office_after=re.compile(
        r"\b(?:is|are|will be)\s+(?:checked|looked up|obtained|retrieved|verified"
        r"|requested)\b[^.;]{0,60}?\b(?:by|from|online|electronically|directly|ourselves)\b",
        re.IGNORECASE,
    ),
    asked=re.compile(
        r"\b(?:you|applicants?|tenants?|customers?|person)\b[^.;]{0,30}\b(?:must|shall|should|need to"
        r"|have to)\b(?! not)",
        re.IGNORECASE,
    ),
    after=re.compile(
        r"^[^.;]{0,50}?\b(?:not|no longer|never)\s+(?:be\s+)?(?:required|needed|necessary|requested"
        r"|mandatory|accepted|have to|need to|needed to)\b"
        r"|^[^.;]{0,40}?\b(?:do|does|need|is|are|must|shall|should|may)\s*(?:not|n['’]t)\b"
        r"|^[^.;]{0,30}?\b(?:is|are|may be|will be|can be)\s+(?:waived|omitted|unnecessary|optional|skipped"
        r"|repealed)\b",
        re.IGNORECASE,
    ),
    before=re.compile(
        r"\b(?:no|without|except|excluding|other than|instead of|rather than|in place of|no need for"
        r"|need not|(?:do|does|did|is|are|need|must|shall|should|will|can)\s*(?:not|n['’]t)|never|no longer"
        r"|not)\b"
        r"[^.;:]{0,80}$",
        re.IGNORECASE,
    ),
    part=re.compile(
        r"[;:]\s|,?\s(?:but|however|although)\s(?!not\b)|,\s(?:and|you)\s(?=\w+\s(?:must|shall|should))",
        re.IGNORECASE,
    ),
)
_RU = _Signs(
    repealed=re.compile(r"^\W*(?:утратил[аио]?\s+силу|исключ[её]н|отмен[её]н)", re.IGNORECASE),
    office=re.compile(
        r"(?:межведомственн|самостоятельно\s+(?:запрашива|получа|проверя|запрос)|(?:орган|учреждени"
        r"|ведомств|сотрудник|оператор|компани)\S*\s+(?:само?\s+)?(?:запрашива|получа|проверя|истребу))",
        re.IGNORECASE,
    ),
    office_after=re.compile(
        r"[^.;]{0,80}?(?:запрашива\S+|получа\S+|проверя\S+)\s+(?:орган|учреждени|ведомств|самостоятельно"
        r"|в\s+порядке\s+межведомственн)",
        re.IGNORECASE,
    ),
    asked=re.compile(
        r"(?:обязан\S*|долж\S+|необходимо|нужно|следует)\s+(?:представить|приложить|подать|предъявить)",
        re.IGNORECASE,
    ),
    after=re.compile(
        r"^[^.;]{0,60}?\bне\s+(?:требу|нуж|обязательн|прилага|представля|предъявля|подлеж|нуждае"
        r"|необходим)\S*|^[^.;]{0,40}?(?:отменен|исключен|необязател)\S*",
        re.IGNORECASE,
    ),
    before=re.compile(
        r"(?:\bне\s+(?:требу\S+|нуж\S+|обязан\S*|долж\S+|прилага\S+|представля\S+|предъявля\S+|необходимо"
        r"|надо|следует)|\bбез\b|\bкроме\b|за\s+исключением|освобожда\S+\s+от|вместо)[^.;:]{0,80}$",
        re.IGNORECASE,
    ),
    part=re.compile(r"[;:]\s|,\s(?:но|однако|а)\s", re.IGNORECASE),
)
_SIGNS: dict[Language, _Signs] = {"ko": _KO, "en": _EN, "ru": _RU}
_FALL_BACK = re.compile(r"(?:첨부|제출|제시)(?:하도록|하게|토록)")
_REPLACED = re.compile(r"^(?:을|를|의\s*(?:제출|첨부)을?)\s*(?:갈음|대신)")
_ISSUED = re.compile(r"^(?:을|를)\s+(?:[^.]{0,60}?\s)?(?:발급|교부|송달|통지|통보)(?:하여야|해야|한다|하고)")
_EXEMPTS_SOME = re.compile(r"(?:다만|단)[,\s].*?(?:사람|자|인|경우|때)(?:에는|에|은|는)\s")
_LIST_BELOW = re.compile(r"다음|아래|following|below|следующ", re.IGNORECASE)
_CHECKED = re.compile(r"확인(?:하여야|해야|한다|할\s*수\s*있)")


def negated(at: Scope, language: Language) -> Refused | None:
    """Refuses a paper whose own sentence, list line or leading line says that nobody brings it."""
    signs = _SIGNS[language]
    if signs.repealed.match(at.text) or signs.repealed.match(at.body[at.line.start : at.line.end]):
        return Refused(Gate.NEGATED, "repealed")
    reason = _own_sentence(at, signs, language) or _lead(at, signs)
    return Refused(Gate.NEGATED, reason) if reason else None


def _own_sentence(at: Scope, signs: _Signs, language: Language) -> str | None:
    before, after = _part(at, signs)
    asked = signs.asked.search(after)
    until_asked = after[: asked.start()] if asked else after
    if _looked_up(before, after, signs):
        return "office_looks_up"
    if language == "ko" and _REPLACED.match(after):
        return "waived"
    if language == "ko" and _ISSUED.match(until_asked):
        return "office_issues"
    if signs.after.search(until_asked):
        return "waived"
    return "not_needed" if signs.before.search(before) else None


def _part(at: Scope, signs: _Signs) -> tuple[str, str]:
    """The name's own statement inside its sentence: up to the name and behind it."""
    before, after = at.before, at.after
    cuts = [match.end() for match in signs.part.finditer(before)]
    end = signs.part.search(after)
    return before[cuts[-1] :] if cuts else before, after[: end.end()] if end else after


def _looked_up(before: str, after: str, signs: _Signs) -> bool:
    if signs.office.search(before):
        asked = signs.asked.search(after)
        checked = _CHECKED.search(after)
        return (
            not asked or bool(checked and checked.start() < asked.start()) or bool(_FALL_BACK.search(after))
        )
    return bool(signs.office_after.match(after)) or bool(_FALL_BACK.search(after) and "동의하지" in before)


def _lead(at: Scope, signs: _Signs) -> str | None:
    """What the lines above say of the whole list: "다음 각 호의 서류를 확인하여야 한다"."""
    for line in at.above:
        for start, end in _leading_sentences(at.body, line):
            text = mask(at.body[start:end])
            below = _LIST_BELOW.search(text)
            if not below:
                continue
            reason = _of_list(text[: below.start()], text[below.end() :], signs)
            if reason and not _EXEMPTS_SOME.match(text, 0, below.start()):
                return reason
    return None


def _of_list(before: str, after: str, signs: _Signs) -> str | None:
    asked = signs.asked.search(after)
    until_asked = after[: asked.start()] if asked else after
    if signs.office.search(before) and (not asked or _CHECKED.search(until_asked)):
        return "office_looks_up"
    if not asked and signs.after.search(after):
        return "waived"
    return "not_needed" if not asked and signs.before.search(before) else None


def _leading_sentences(body: str, line: Line) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in sentences(body, line)]
