"""A bare 서류, 증명서, document or документ is no name."""

import re
from functools import lru_cache

from server.domain.clause import Language
from server.domain.policy import Policy
from server.domain.reasons import Gate
from server.gates.literal import comparable
from server.gates.verdict import Refused

MIN_SYLLABLES = 2
_SPACES = re.compile(r"\s+")


def generic(name: str, policy: Policy, language: Language) -> Refused | None:
    """Refuses a name of the policy's list, white space and case aside, and a name of one character."""
    if len(comparable(name)) < MIN_SYLLABLES:
        return Refused(Gate.GENERIC, "too_short")
    listed = _keys(policy.generic_names.get(language, frozenset()))
    return Refused(Gate.GENERIC, "listed") if _key(name) in listed else None


@lru_cache(maxsize=16)
def _keys(names: frozenset[str]) -> frozenset[str]:
    return frozenset(map(_key, names))


def _key(name: str) -> str:
    return _SPACES.sub("", comparable(name)).casefold()
