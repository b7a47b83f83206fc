"""Russian statutes, rules, service descriptions."""

import re

from server.apps.documents.rules.alphabetic import numbered
from server.apps.documents.rules.values import LanguageRules

_ROMAN = r"[IVXLCІХ]{1,7}"
_REFERENCE = re.compile(r"\s*[,;)\]]|\s+[а-яё]|\s*\((?:\d|[а-яё]{1,2}\))")

RUSSIAN = LanguageRules(
    language="ru",
    headings=(
        numbered(
            "annex", r"(?i:приложение)(?:\s+(?:№|N)?\s?\d{1,3})?", rank=10, reference=_REFERENCE, apart=True
        ),
        numbered("part", rf"(?i:раздел|часть)\s+(?:\d{{1,3}}|{_ROMAN})", rank=20, reference=_REFERENCE),
        numbered(
            "chapter", rf"(?i:глава)\s+(?:\d{{1,3}}(?:\.\d{{1,2}})?|{_ROMAN})", rank=30, reference=_REFERENCE
        ),
        numbered("article", r"(?i:статья)\s+\d{1,4}(?:[.-]\d{1,3})*", rank=50, reference=_REFERENCE),
        numbered(
            "point", r"(?:(?i:пункт)\s+|[Пп]\.\s?|§\s?)\d{1,4}(?:\.\d{1,3})*", rank=52, reference=_REFERENCE
        ),
    ),
    question=re.compile(r"(?P<label>(?:В|Вопрос|Q)\s{0,2}(?:№\s?)?\d{0,3})\s{0,2}[.:)]\s*(?P<text>.*)"),
    answer=re.compile(r"(?:О|Ответ|A)\s{0,2}(?:№\s?)?\d{0,3}\s{0,2}[.:)]\s*"),
    notes=(
        re.compile(r"\((?:в ред\.|введ[её]н|в редакции)\s[^()]{0,300}\)"),
        re.compile(r"\[(?:в ред\.|введ[её]н|в редакции)\s[^\[\]]{0,300}\]"),
    ),
    repealed=re.compile(
        r"(?:(?:\d{1,3}(?:\.\d{1,3})*|[а-яё])[.)]\s*)?[(\[]?(?i:утратил[аио]?\sсилу|исключ[её]н[аоы]?|отмен[её]н[аоы]?)"
        r"(?:[\s.,–—-]{0,5}(?:с\s|от\s|Федеральн|Постановлен|Приказ|Закон)[^()\[\]]{0,200})?[)\]]?\s*\.?"
    ),
    repeal_evidence=re.compile(r"(?i:утратил|исключ|отмен)"),
    paragraph="Абзац {n}",
    preamble="Преамбула",
)
