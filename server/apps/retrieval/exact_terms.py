"""Exact terms: what must match to the letter, and the literal check."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from server.apps.retrieval.text import flatten, nfc
from server.apps.retrieval.tokens import CODE, canonical_code, codes
from server.domain.clause import Clause

QUOTED = re.compile(r"[\"“”「『‘]([^\"“”「」『』‘’]{2,60})[\"“”」』’]|(?<!\w)'([^']{2,60})'(?!\w)")
LITERAL = re.compile(
    r"(?<![\w/])/[A-Za-z0-9_][\w/.-]*"  # /ask
    r"|(?<!\w)--[a-z][\w-]+"  # --json
    r"|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b"  # CONSTANT_CASE
    r"|[\w가-힣-]+\.(?:md|txt|pdf|hwpx?|docx?|xlsx?|csv|jsonl?|ya?ml|toml|py|html?)\b",  # a file name
    re.ASCII,
)
COMPANY = re.compile(
    r"(?:㈜|주식회사\s?)[가-힣A-Za-z]{2,}|[가-힣]{2,}(?:소프트|전자|텔레콤|시스템즈|테크|물산|그룹)"
)
FORM_WORD = re.compile(r"\s?서식")  # part of the name as people say it: 별지 제3호서식
KINDS = r"(?:법|법률|령|규칙|조례|규정|약관|시행령|시행규칙)"
LAW_NAME = re.compile(rf"(?:[가-힣ㆍ·]+\s){{0,8}}[가-힣ㆍ·]*{KINDS}\s*$")
KIND_ALONE = re.compile(rf"{KINDS}$")


@dataclass(frozen=True, kw_only=True, slots=True)
class ExactTerm:
    """A term as the query writes it."""

    text: str
    code: str | None = None  # one spelling of an article, a form or a section
    law: tuple[str, ...] = ()  # the words before an article that may name its document


def find_exact_terms(query: str) -> tuple[ExactTerm, ...]:
    """Every exact term of a query, each once, in order of kind: codes, literals, quotes, company names."""
    text = nfc(query)
    found = [*_coded(text), *_literals(text)]
    return tuple({term.text: term for term in found}.values())


def holds(term: ExactTerm, clause: Clause) -> bool:
    """Does the clause hold the term to the letter? A law's article is the clause of that number itself."""
    if term.law:
        return term.code in set(codes(clause.number))
    if term.code is not None:
        return term.code in set(codes(f"{clause.number} {clause.heading}\n{clause.body}"))
    return term.text in nfc(f"{clause.document} {clause.number} {clause.heading}\n{clause.body}")


def documents_named(law: tuple[str, ...], titles: Mapping[str, str]) -> frozenset[str]:
    """The doc_ids whose flattened title the last words of `law` name; the most words that name any count."""
    for start in range(len(law) - len(_shortest_name(law)) + 1):
        named = flatten("".join(law[start:]))
        matching = (doc_id for doc_id, title in titles.items() if _names(named, title))
        if found := frozenset(matching):
            return found
    return frozenset()


def _names(named: str, title: str) -> bool:
    return title.startswith(named) or title.endswith(named)


def _shortest_name(law: tuple[str, ...]) -> tuple[str, ...]:
    """A kind alone names no document: 시행규칙 needs the word before it."""
    return law[-2:] if KIND_ALONE.fullmatch(law[-1]) else law[-1:]


def _coded(text: str) -> Iterator[ExactTerm]:
    for found in CODE.finditer(text):
        if found["plain"] or _is_count(found):
            continue
        named = LAW_NAME.search(text[: found.start()]) if found["article"] or found["section"] else None
        law = tuple(named[0].split()) if named else ()
        form = FORM_WORD.match(text, found.end()) if found["form"] else None
        term = found[0].strip() + (form[0] if form else "")
        written = [*_shortest_name(law), term] if law else [term]
        yield ExactTerm(text=" ".join(written), code=canonical_code(found), law=law)


def _is_count(found: re.Match[str]) -> bool:
    """`3조` without 제 and without a sub-number may be an amount of money: 3조 원."""
    return bool(found["article"]) and not found[0].startswith("제") and "의" not in found[0]


def _literals(text: str) -> Iterator[ExactTerm]:
    yield from (ExactTerm(text=found[0]) for found in LITERAL.finditer(text))
    yield from (ExactTerm(text=(found[1] or found[2]).strip()) for found in QUOTED.finditer(text))
    yield from (ExactTerm(text=found[0]) for found in COMPANY.finditer(text))
