"""From hits to the data part of the prompt, under a token budget. Never fails: fewer or shorter extracts.

Order: best first, but the first clause of every document before the second of any. Neighbouring
clauses of one document become one extract. Equal texts are packed once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from server.apps.answers.tokens import estimate_tokens
from server.domain.answer import Extract
from server.domain.clause import Clause
from server.domain.hit import Hit
from server.gates.data_part import header, neutral
from server.gates.sentences import sentence_spans

MIN_EXTRACT_TOKENS = 40
"""A clause is not shortened below this: half a sentence is no evidence."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """Where a clause stands in its extract: `extract.text[start:end] == clause.body[: end - start]`."""

    n: int
    clause: Clause
    score: float
    start: int
    end: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Pack:
    """What the drafter gets and may cite."""

    extracts: tuple[Extract, ...]
    pieces: tuple[Piece, ...]
    data: str
    tokens: int  # estimated, of `data`
    left_out: tuple[str, ...]  # clause ids: duplicates, and what did not fit

    def piece_at(self, n: int, offset: int) -> Piece:
        """The clause at a place of extract n; between two clauses, the one before."""
        own = [piece for piece in self.pieces if piece.n == n]
        return next((piece for piece in reversed(own) if piece.start <= offset), own[0])


@dataclass(frozen=True, kw_only=True, slots=True)
class _Taken:
    hit: Hit
    text: str


def pack_extracts(hits: Sequence[Hit], *, budget_tokens: int) -> Pack:
    """Pack hits (best first) into at most so many tokens."""
    taken: list[_Taken] = []
    left_out = [hit.clause.clause_id for hit in hits if hit not in _unique(hits)]
    left = budget_tokens
    for hit in _documents_in_turn(_unique(hits)):
        cost = estimate_tokens(header(_extract(0, [_Taken(hit=hit, text="")])[0])) + 2
        text = _fitting(hit.clause.body, left - cost)
        if text:
            taken.append(_Taken(hit=hit, text=text))
            left -= cost + estimate_tokens(neutral(text))
        else:
            left_out.append(hit.clause.clause_id)
    extracts, pieces = _number(taken)
    return _pack(extracts, pieces, left_out)


def rebuild_pack(pieces: Sequence[tuple[int, Hit, int]]) -> Pack:
    """The pack that a record tells of: (n, hit, characters of its body) in the order of the extracts."""
    extracts: list[Extract] = []
    own: list[Piece] = []
    for n, group in groupby(pieces, key=lambda piece: piece[0]):
        extract, parts = _extract(n, [_Taken(hit=hit, text=hit.clause.body[:size]) for _, hit, size in group])
        extracts.append(extract)
        own.extend(parts)
    return _pack(extracts, own, ())


def _pack(extracts: Sequence[Extract], pieces: Sequence[Piece], left_out: Sequence[str]) -> Pack:
    data = "\n\n".join(f"{header(extract)}\n{neutral(extract.text)}" for extract in extracts)
    return Pack(
        extracts=tuple(extracts),
        pieces=tuple(pieces),
        data=data,
        tokens=estimate_tokens(data),
        left_out=tuple(left_out),
    )


def _unique(hits: Sequence[Hit]) -> list[Hit]:
    first: dict[str, Hit] = {}
    for hit in hits:
        first.setdefault(" ".join(hit.clause.body.split()), hit)
    return list(first.values())


def _documents_in_turn(hits: Sequence[Hit]) -> list[Hit]:
    """The best of each document, then the second of each, and so on; inside a round by score."""
    seen: dict[str, int] = {}
    rounds: list[tuple[int, int, Hit]] = []
    for place, hit in enumerate(hits):
        turn = seen.get(hit.clause.doc_id, 0)
        seen[hit.clause.doc_id] = turn + 1
        rounds.append((turn, place, hit))
    return [hit for _, _, hit in sorted(rounds, key=lambda item: item[:2])]


def _fitting(body: str, tokens: int) -> str:
    """The body, or its first sentences as far as they fit; "" when that would be too little."""
    if estimate_tokens(neutral(body)) <= tokens:
        return body
    end = 0
    for _, stop in sentence_spans(body):
        if estimate_tokens(neutral(body[:stop])) > tokens:
            break
        end = stop
    return body[:end] if estimate_tokens(body[:end]) >= MIN_EXTRACT_TOKENS else ""


def _number(taken: Sequence[_Taken]) -> tuple[tuple[Extract, ...], tuple[Piece, ...]]:
    extracts: list[Extract] = []
    pieces: list[Piece] = []
    for n, group in enumerate(_neighbours(taken), start=1):
        extract, own = _extract(n, group)
        extracts.append(extract)
        pieces.extend(own)
    return tuple(extracts), tuple(pieces)


def _neighbours(taken: Sequence[_Taken]) -> list[list[_Taken]]:
    """Whole clauses that follow each other in one document, as groups in the order of their best one."""
    place = {item.hit.clause.clause_id: number for number, item in enumerate(taken)}
    by_document = sorted(taken, key=lambda item: (item.hit.clause.doc_id, item.hit.clause.ordinal))
    groups: list[list[_Taken]] = []
    for _, items in groupby(by_document, key=lambda item: item.hit.clause.doc_id):
        for item in items:
            before = groups[-1][-1] if groups else None
            if before is not None and _follows(before, item):
                groups[-1].append(item)
            else:
                groups.append([item])
    return sorted(groups, key=lambda group: min(place[item.hit.clause.clause_id] for item in group))


def _follows(before: _Taken, item: _Taken) -> bool:
    one, other = before.hit.clause, item.hit.clause
    whole = before.text == one.body
    return whole and one.doc_id == other.doc_id and other.ordinal == one.ordinal + 1


def _extract(n: int, group: Sequence[_Taken]) -> tuple[Extract, list[Piece]]:
    text, pieces = "", []
    for item in group:
        clause = item.hit.clause
        if text:
            text += f"\n\n{clause.number} {clause.heading}".rstrip() + "\n"
        pieces.append(
            Piece(n=n, clause=clause, score=item.hit.score, start=len(text), end=len(text) + len(item.text))
        )
        text += item.text
    clauses = [item.hit.clause for item in group]
    extract = Extract(
        n=n,
        doc_id=clauses[0].doc_id,
        document=clauses[0].document,
        clause=", ".join(clause.number for clause in clauses),
        clause_ids=tuple(clause.clause_id for clause in clauses),
        heading=clauses[0].heading,
        start_line=clauses[0].start_line,
        end_line=clauses[-1].end_line,
        text=text,
        score=max(item.hit.score for item in group),
    )
    return extract, pieces
