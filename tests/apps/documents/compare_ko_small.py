"""Compare the clauses found in ko-small/docs with ko-small/clauses.jsonl; prints the figures.

`python -m tests.apps.documents.compare_ko_small`, or with another folder of the same shape behind it.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from server.apps.documents.source import open_source
from server.domain.document import ReadDocument
from tests.fakes.document_source import read_all

KO_SMALL = Path(__file__).resolve().parents[4] / "shared" / "data" / "ko-small"

Key = tuple[str, str]

_NOTE = re.compile(r"<(?:개정|신설)?\s*\d{4}[^<>]*>|\[(?:제목개정|본조신설|전문개정)[^\[\]]*\]")
_REPEALED = re.compile(r"(?m)^\S{0,5}\s*삭제\s*<\s*\d{4}[^<>]*>\s*$")
_DRAWN = re.compile(r"[\u2500-\u257f|]|</?img[^<>]*>")


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Found against expected, by (doc_id, clause number)."""

    expected: Mapping[Key, str]
    found: Mapping[Key, str]

    @property
    def missing(self) -> list[Key]:
        return sorted(self.expected.keys() - self.found.keys())

    @property
    def invented(self) -> list[Key]:
        return sorted(self.found.keys() - self.expected.keys())

    @property
    def different(self) -> list[Key]:
        both = self.expected.keys() & self.found.keys()
        return sorted(key for key in both if squeeze(self.expected[key]) != squeeze(self.found[key]))

    @property
    def found_share(self) -> float:
        return 1 - len(self.missing) / len(self.expected)

    @property
    def equal_share(self) -> float:
        return 1 - (len(self.different) + len(self.missing)) / len(self.expected)

    def same_characters(self) -> Iterator[Key]:
        """Different ones that differ in their drawn tables alone: same characters, rows joined."""
        for key in self.different:
            drawn = _DRAWN.search(self.expected[key])
            if drawn and characters(self.expected[key]) == characters(self.found[key]):
                yield key


def squeeze(text: str) -> str:
    """Without repealed lines, amendment notes and white space."""
    return re.sub(r"\s", "", _NOTE.sub("", _REPEALED.sub("", text)))


def characters(text: str) -> set[str]:
    return set(_DRAWN.sub("", squeeze(text)))


def compare(folder: Path) -> Comparison:
    """Split `folder`/docs and read `folder`/clauses.jsonl."""
    rows = map(json.loads, (folder / "clauses.jsonl").read_text(encoding="utf-8").splitlines())
    found = {}
    for document in read_all(open_source(folder / "docs")):
        assert isinstance(document, ReadDocument), document
        for clause in document.clauses:
            found[clause.doc_id, clause.clause_id.partition("#")[2]] = clause.body
    return Comparison(expected={(row["doc_id"], row["clause"]): row["text"] for row in rows}, found=found)


def main(folder: Path) -> None:
    done = compare(folder)
    print(f"expected {len(done.expected)}, found {len(done.found)}")
    print(
        f"same (document, number): {done.found_share:.2%}; missing {done.missing}; invented {done.invented}"
    )
    print(f"equal text: {done.equal_share:.2%}; different {len(done.different)}")
    print(f"of these only drawn tables put into rows: {len(list(done.same_characters()))}")
    print(*(f"  {doc_id} {number}" for doc_id, number in done.different[:40]), sep="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else KO_SMALL)
