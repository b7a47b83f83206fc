"""Clauses for tests of gates and finders."""

from server.domain.clause import Clause, Language, content_hash
from server.domain.pick import Candidate, Picks


def clause(
    body: str,
    *,
    heading: str = "명의변경",
    document: str = "가온시 수도 급수 조례",
    language: Language = "ko",
) -> Clause:
    return Clause(
        clause_id="water#제12조",
        doc_id="water",
        document=document,
        collection="",
        number="제12조",
        heading=heading,
        path=(),
        body=body,
        start_line=1,
        end_line=body.count("\n") + 2,
        content_hash=content_hash(number="제12조", heading=heading, body=body),
        language=language,
        ordinal=0,
    )


def offered(body: str, *names: str, picked: tuple[str, ...] | None = None) -> Picks:
    """Picks whose candidates are every place where one of the names stands in the body."""
    candidates = tuple(
        Candidate(name=name, start=start, end=start + len(name))
        for name in names
        for start in range(len(body))
        if body.startswith(name, start)
    )
    return Picks(names=names if picked is None else picked, candidates=candidates)
