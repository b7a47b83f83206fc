"""Clause -> candidates: literal spans of the body that could be names of papers, and where they stand."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from itertools import chain

from ai.apps.generation.english import find_english
from ai.apps.generation.excerpt import excerpt
from ai.apps.generation.found import Found
from ai.apps.generation.korean.finder import find_korean
from ai.apps.generation.russian import find_russian
from server.domain.clause import Clause
from server.domain.outline import Line, outline
from server.domain.pick import Candidate
from server.ports.morphology import Morphology

MAX_CANDIDATES = 120


@dataclass(frozen=True, kw_only=True, slots=True)
class Findings:
    """What the finder made of one clause."""

    candidates: tuple[Candidate, ...]  # in the order of the body; a name may stand at several places
    sure: frozenset[str]  # the names that the rules alone would pick
    excerpt: str  # the lines that ask for something, in their order


def find_candidates(clause: Clause, morphology: Morphology) -> Findings:
    """The candidates of a clause, at most MAX_CANDIDATES, sure ones kept first.

    No candidate is the beginning of a longer one at the same place: a reply that must close a
    name there would close the wrong one.
    """
    lines = outline(clause.body)
    found = _without_prefixes(_found(clause, lines, morphology))
    kept = sorted(found, key=lambda one: not one.sure)[:MAX_CANDIDATES]
    kept.sort(key=lambda one: (one.span.start, -one.span.end))
    return Findings(
        candidates=tuple(
            Candidate(name=str(one.span), start=one.span.start, end=one.span.end) for one in kept
        ),
        sure=frozenset(str(one.span) for one in kept if one.sure),
        excerpt=excerpt(clause.body, kept, lines),
    )


def finder_version(morphology: Morphology) -> str:
    """Changes with any rule of this package and with the morphology: picks made before are then stale."""
    return f"{_rules_digest()}:{morphology.version}"


@lru_cache(maxsize=1)
def _rules_digest() -> str:
    digest = sha256()
    package = resources.files("ai.apps.generation")
    domain = resources.files("server.domain")
    files = chain(
        package.iterdir(), (package / "korean").iterdir(), [domain / "outline.py", domain / "brackets.py"]
    )
    for file in sorted(files, key=str):
        if file.name.endswith(".py"):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _found(clause: Clause, lines: tuple[Line, ...], morphology: Morphology) -> Iterable[Found]:
    match clause.language:
        case "ko":
            return find_korean(clause.body, lines, morphology)
        case "en":
            return find_english(clause.body, lines)
        case "ru":
            return find_russian(clause.body, lines)


def _without_prefixes(found: Iterable[Found]) -> list[Found]:
    longest: dict[int, Found] = {}
    for one in found:
        other = longest.get(one.span.start)
        if other is None or (one.sure, one.span.end) > (other.sure, other.span.end):
            longest[one.span.start] = one
    return list(longest.values())
