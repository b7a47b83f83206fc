"""Blocks to clauses. Knows no file format: every loader's blocks are split by the same rules."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from server.apps.documents.blocks import AnyBlock, Heading, Loaded, Paragraph, block_lines, block_text
from server.apps.documents.body import body_line, body_lines, without_notes
from server.apps.documents.headings import MAX_NUMBER, is_title, read_start
from server.apps.documents.language import language_of
from server.apps.documents.outline import Section, paragraphs, sections
from server.apps.documents.rules.table import RULES, fingerprint
from server.apps.documents.rules.values import LanguageRules
from server.apps.documents.starts import find_starts
from server.domain.clause import Clause, Language, content_hash

SPLITTER_VERSION = f"1-{fingerprint()}"
"""Raise the first part when code changes the clauses; the second follows the rule tables."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Split:
    """A document's title, language and clauses."""

    title: str
    language: Language
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A clause that does not know its document yet."""

    number: str
    heading: str
    path: tuple[str, ...]
    body: str
    start_line: int
    end_line: int


def split(loaded: Loaded, *, doc_id: str, collection: str, fallback_title: str) -> Split:
    """All clauses in the order of the file; their spans do not overlap. Never fails."""
    language = language_of("\n".join(map(block_text, loaded.blocks)))
    rules = RULES[language]
    heading = _title_block(loaded.blocks, rules, stated=bool(loaded.title))
    title = loaded.title or (without_notes(block_text(heading), rules) if heading else "") or fallback_title
    pieces = _pieces(loaded.blocks, heading, rules)
    clauses = make_clauses(pieces, doc_id=doc_id, document=title, collection=collection, language=language)
    return Split(title=title, language=language, clauses=clauses)


def make_clauses(
    pieces: Iterator[Piece], *, doc_id: str, document: str, collection: str, language: Language
) -> tuple[Clause, ...]:
    """Pieces as clauses of one document; a number that comes again gets `~2` in its id."""
    clauses: list[Clause] = []
    taken: Counter[str] = Counter()
    for ordinal, piece in enumerate(pieces):
        clauses.append(
            Clause(
                clause_id=f"{doc_id}#{_unique(piece.number, taken)}",
                doc_id=doc_id,
                document=document,
                collection=collection,
                number=piece.number,
                heading=piece.heading,
                path=piece.path,
                body=piece.body,
                start_line=piece.start_line,
                end_line=piece.end_line,
                content_hash=content_hash(number=piece.number, heading=piece.heading, body=piece.body),
                language=language,
                ordinal=ordinal,
            )
        )
    return tuple(clauses)


def _unique(number: str, taken: Counter[str]) -> str:
    """The number, or with `~2`, `~3` … the first form that no clause before has."""
    taken[number] += 1
    if taken[number] == 1:
        return number
    return _unique(f"{number}~{taken[number]}", taken)


def _title_block(blocks: tuple[AnyBlock, ...], rules: LanguageRules, *, stated: bool) -> AnyBlock | None:
    """The only heading of level 1, if it comes first; or a short first line that stands alone."""
    headings = [block for block in blocks if isinstance(block, Heading)]
    if headings and headings[0].level == 1 and sum(block.level == 1 for block in headings) == 1:
        return None if read_start(headings[0], rules) else headings[0]
    if stated or len(blocks) < 2 or not isinstance(blocks[0], Paragraph):
        return None
    alone = blocks[1].after_gap or read_start(blocks[1], rules) is not None
    first_is_title = alone and is_title(blocks[0].text) and read_start(blocks[0], rules) is None
    return blocks[0] if first_is_title and rules.question.match(blocks[0].text) is None else None


def _pieces(blocks: tuple[AnyBlock, ...], title: AnyBlock | None, rules: LanguageRules) -> Iterator[Piece]:
    if isinstance(title, Paragraph):
        blocks = blocks[1:]
    starts = find_starts(blocks, rules)
    if any(blocks[at] is not title for at in starts):
        found, unnamed = sections(blocks, starts), rules.preamble
    else:
        found, unnamed = paragraphs([block for block in blocks if block is not title]), rules.paragraph
    with_lines = ((section, tuple(_lines(section, rules))) for section in found)
    for count, (section, lines) in enumerate(filter(itemgetter(1), with_lines), 1):
        yield _piece(section, lines, title, unnamed.format(n=count))


def _lines(section: Section, rules: LanguageRules) -> Iterator[str]:
    if section.start is None:
        yield from body_lines(block_lines(section.blocks), rules)
        return
    first, rest = section.blocks[0], section.blocks[section.start.blocks :]
    if section.start.body and body_line(block_text(first), rules):
        yield section.start.body
    yield from body_lines(block_lines(rest), rules)


def _piece(section: Section, lines: tuple[str, ...], title: AnyBlock | None, name: str) -> Piece:
    start = section.start
    above = tuple(outer for outer in section.above if title is None or outer.label != block_text(title))
    number = name if start is None else start.number or _cut(start.heading)
    apart = next((outer.number for outer in reversed(above) if outer.apart), "")
    return Piece(
        number=f"{apart} {number}" if apart and start and start.number else number,
        heading="" if start is None else start.heading,
        path=tuple(outer.label for outer in above),
        body="\n".join(lines),
        start_line=section.blocks[0].start_line,
        end_line=section.blocks[-1].end_line,
    )


def _cut(heading: str) -> str:
    """A heading as its own number: at most MAX_NUMBER characters, cut at a word's end."""
    if len(heading) <= MAX_NUMBER:
        return heading
    return heading[:MAX_NUMBER].rsplit(" ", 1)[0].rstrip() + "…"
