"""English statutes, contracts, guides."""

import re

from server.apps.documents.rules.alphabetic import numbered
from server.apps.documents.rules.values import LanguageRules

_ROMAN = r"[IVXLC]{1,7}"
_REFERENCE = re.compile(r"\s*[,;)\]]|\s*\((?:\d|[a-z]{1,4}\))|\s+(?!\()[a-z]|\s+(?:and|or|to|of)\b|[’']s\b")

ENGLISH = LanguageRules(
    language="en",
    headings=(
        numbered(
            "annex",
            rf"(?i:schedule|annex|appendix|exhibit)\s+(?:\d{{1,3}}|{_ROMAN}|[A-Z])",
            rank=10,
            reference=_REFERENCE,
            apart=True,
        ),
        numbered(
            "part", rf"(?i:part|title|book)\s+(?:\d{{1,3}}|{_ROMAN}|[A-Z])", rank=20, reference=_REFERENCE
        ),
        numbered("chapter", rf"(?i:chapter)\s+(?:\d{{1,3}}|{_ROMAN})", rank=30, reference=_REFERENCE),
        numbered(
            "article",
            rf"(?i:article)\s+(?:\d{{1,4}}[A-Za-z]?(?:\.\d{{1,3}})*|{_ROMAN})",
            rank=50,
            reference=_REFERENCE,
        ),
        numbered(
            "section",
            r"(?:(?i:section|sec\.|clause)\s+|§{1,2}\s*)\d{1,4}[A-Za-z]?(?:[.-]\d{1,4}[A-Za-z]?)*",
            rank=51,
            reference=_REFERENCE,
        ),
    ),
    question=re.compile(r"[\[]?(?P<label>(?:Q|Question)\s{0,2}\d{0,3})\s{0,2}[.:)\]]\s*(?P<text>.*)"),
    answer=re.compile(r"[\[]?(?:A|Answer)\s{0,2}\d{0,3}\s{0,2}[.:)\]]\s*"),
    notes=(
        re.compile(
            r"\[(?i:amended|inserted|added|substituted|effective)\s(?:by|on|in|from)?[^\[\]]{0,40}\d{4}[^\[\]]{0,40}\]"
        ),
        re.compile(
            r"\((?i:as amended|amended|inserted|repealed)\s(?:by|on|in)\s[^()]{0,60}\d{4}[^()]{0,20}\)"
        ),
    ),
    repealed=re.compile(
        r"(?:\(?\w{1,3}[.)]\s*)?[\[(]?\s?"
        r"(?i:repealed|deleted|revoked|reserved|intentionally (?:omitted|left blank))"
        r"(?:\s(?:by|on|in|from)\s[^\[\]()]{1,80})?\s?[\])]?\s*\.?"
    ),
    repeal_evidence=re.compile(r"(?i:repealed|deleted|revoked|reserved|intentionally)"),
    paragraph="Paragraph {n}",
    preamble="Preamble",
)
