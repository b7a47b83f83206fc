"""Korean statutes, ordinances, terms of service."""

import re

from server.apps.documents.loaders.labels import LABELS
from server.apps.documents.rules.values import HeadingRule, LanguageRules

_DATE = r"\d{4}\s?[.ㆍ·년-]\s?\d{1,2}(?:\s?[.ㆍ·월-]\s?\d{1,2})?"
_ACT = (
    "개정|신설|전문개정|전부개정|일부개정|타법개정|본조신설|본항신설|본호신설|본장신설|본절신설|"
    "제목개정|제목신설|조제목개정|폐지|이동|시행|시행일|종전|제정"
)
_ARTICLE = r"제\s?\d{1,4}\s?조(?:의\d{1,3}|의\s\d{1,3}(?=\s?[(（【〔\[]))*"
_ANNEX = r"(?P<number>별[표지]\s*(?:제?\s?\d{1,3}(?:호|의\d{1,2}){0,3}(?:\s?서식)?)?)"
_JOIN = r"(?:\s?(?:및|부터|까지|내지|[,~∼ㆍ·-])\s?)"

_PARTICLE = re.compile(
    r"(?:의|을|를|은|는|와|과|로|으로|부터|까지|중)(?=[\s,.])|에(?=\s|서|도|게|는|만|,)|및|또는|내지|[,)」』ㆍ·~∼]|제\s?\d"
)
_REFERENCE = re.compile(
    r"\s*(?:제\s?\d|(?:의|을|를|은|는|에|와|과|중|로|으로)\s|및|또는|내지|부터|까지|본문|단서|전단|후단|각\s?[호목]|[,~∼ㆍ·)-]|"
    r"별[표지]|규정|에서|에도|관련)"
)

KOREAN = LanguageRules(
    language="ko",
    headings=(
        HeadingRule(
            name="addenda",
            pattern=re.compile(
                r"(?P<number>부\s{0,3}칙)(?=\s*[(（<〈＜\[]|\s*$)(?:\s*[(（][^()（）]{1,200}[)）])?"
                r"(?:\s*[<〈＜\[][^<>〈〉＜＞\[\]]{0,80}?(?P<suffix>제\s?\d{1,6}\s?호)?[^<>〈〉＜＞\[\]]{0,80}[>〉＞\]])?\s*$"
            ),
            rank=10,
            title_only=True,
            compact=True,
            apart=True,
        ),
        HeadingRule(
            name="annex",
            pattern=re.compile(rf"(?:■\s*)?[\[【〔<]{_ANNEX}[\]】〕>](?=\s|$)"),
            rank=10,
            title_only=True,
            apart=True,
        ),
        HeadingRule(
            name="annex",
            pattern=re.compile(rf"{_ANNEX}(?=[\s:.(]|$)"),
            rank=10,
            title_only=True,
            apart=True,
            marked_only=True,
        ),
        *(
            HeadingRule(
                name=name,
                pattern=re.compile(rf"(?P<number>제\s?\d{{1,3}}\s?{name}(?:의\d{{1,2}})?)(?=[\s(（<〈]|$)"),
                rank=rank,
                title_only=True,
                reference=_REFERENCE,
                compact=True,
            )
            for name, rank in (("편", 20), ("장", 30), ("절", 40), ("관", 45))
        ),
        HeadingRule(
            name="article",
            pattern=re.compile(rf"(?P<number>{_ARTICLE})(?=[\s(（【〔\[<〈＜①]|$)"),
            rank=50,
            bracketed=True,
            particle=_PARTICLE,
            reference=_REFERENCE,
            untitled=re.compile(r".{21,}|.*[은는을를]$"),
            compact=True,
        ),
    ),
    question=re.compile(
        r"[\[【<]?(?P<label>(?:Q|문|질문|물음)\s{0,2}\d{0,3})\s{0,2}[.:)．：\]】>]\s*(?P<text>.*)"
    ),
    answer=re.compile(r"[\[【<]?(?:A|답|답변|회신)\s{0,2}\d{0,3}\s{0,2}[.:)．：\]】>]\s*"),
    notes=(
        re.compile(
            rf"[<〈＜《]\s*(?:(?:{_ACT})[^<>〈〉＜＞《》]{{0,2000}}|{_DATE}[^<>〈〉＜＞《》\w]{{0,40}})[>〉＞》]"
        ),
        re.compile(rf"\((?:{_ACT})\s?:?\s?{_DATE}[^()가-힣]{{0,400}}\)"),
        re.compile(rf"\[(?:{_ACT})\s?:?\s?{_DATE}[^\[\]]{{0,400}}\]"),
        re.compile(r"\[(?:종전\S?\s)?제\d[^\[\]]{0,120}(?:이동|조ㆍ항ㆍ호|승계)\s?[^\[\]]{0,60}\]"),
        re.compile(
            r"\[(?:법률|대통령령|총리령|부령|조례|규칙)\s?제\d+호[^\[\]]{0,200}(?:유효함|개정|시행)[^\[\]]{0,60}\]"
        ),
        re.compile(r"\[(?:단순위헌|헌법불합치|한정위헌|위헌)[^\[\]]{0,300}\]"),
    ),
    repealed=re.compile(
        rf"(?:(?:{'|'.join(LABELS)})\s*)?(?:{_ARTICLE}(?:\s?\([^()]{{0,120}}\))?{_JOIN}?){{0,40}}\s*"
        rf"[<〈＜《(\[]?\s?삭\s?제(?:\s?{_DATE}[^<>()\[\]]{{0,200}})?[>〉＞》)\]]?\s*\.?"
    ),
    repeal_evidence=re.compile(r"삭\s?제\s*\.?\s*[<〈＜《(\[]|[<〈＜《(\[]\s*삭\s?제"),
    paragraph="문단 {n}",
    preamble="머리말",
)
