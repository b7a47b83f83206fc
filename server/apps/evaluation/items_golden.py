"""Golden item labels: a JSON line per clause, as ../shared/data/golden and samples/golden hold them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from server.domain.clause import Clause, Language, content_hash
from server.domain.errors import InvalidInput

_REMEDY = "each line needs id, clause, clause_text, gold_items and neutral_items; see runbook/items.md"


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenItems:
    """One labelled clause. Neutral items count neither way: forms, papers the office looks up itself."""

    case_id: str
    clause: Clause
    gold: tuple[str, ...]
    neutral: tuple[str, ...]
    conditions: Mapping[str, str] = field(default_factory=dict)  # item -> literal condition


def read_golden_items(path: Path) -> tuple[GoldenItems, ...]:
    """All labels of a file, in order. Raises InvalidInput that names the line."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise InvalidInput(f"golden set cannot be read: {path} ({error.strerror})") from error
    return tuple(_golden(path, number, line) for number, line in enumerate(lines, 1) if line.strip())


def _golden(path: Path, number: int, line: str) -> GoldenItems:
    try:
        row = json.loads(line)
        body = str(row["clause_text"])
        gold, neutral = tuple(map(str, row["gold_items"])), tuple(map(str, row["neutral_items"]))
        case_id, clause_number = str(row["id"]), str(row["clause"])
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInput(f"{path}, line {number}: no item label ({error!s})", remedy=_REMEDY) from error
    heading, doc_id = str(row.get("clause_title", "")), str(row.get("doc_id", ""))
    clause = Clause(
        clause_id=f"{doc_id}#{clause_number}",
        doc_id=doc_id,
        document=str(row.get("doc_title", "")),
        collection="",
        number=clause_number,
        heading=heading,
        path=(),
        body=body,
        start_line=1,
        end_line=body.count("\n") + 2,
        content_hash=content_hash(number=clause_number, heading=heading, body=body),
        language=language_of(body),
        ordinal=0,
    )
    return GoldenItems(
        case_id=case_id,
        clause=clause,
        gold=gold,
        neutral=neutral,
        conditions=dict(row.get("conditions") or {}),
    )


def language_of(text: str) -> Language:
    """By script: the language that a labelled clause is written in."""
    if re.search(r"[가-힣]", text):
        return "ko"
    return "ru" if re.search(r"[а-яё]", text, re.IGNORECASE) else "en"
