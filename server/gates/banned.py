"""No judgement, score, grade or promise on a card, however it is disguised."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from server.domain.clause import Language
from server.domain.policy import BannedRule, Policy
from server.domain.reasons import Gate
from server.gates.skeleton import Script, Skeleton, skeletons
from server.gates.verdict import Refused

_SCRIPT: dict[Language, Script] = {"ko": "latin", "en": "latin", "ru": "cyrillic"}
_LETTER = {"ko": re.compile(""), "en": re.compile("[a-z]"), "ru": re.compile("[а-яё]")}
_APART = "\n\n"  # takes an item's place in a card text: no pattern matches across it


@dataclass(frozen=True, kw_only=True, slots=True)
class BannedMatch:
    """A rule that matched; `text[start:end]` of the original is what matched, as it was written."""

    rule_id: str
    start: int
    end: int
    found: str


def find_banned(text: str, policy: Policy, *, item_names: Iterable[str] = ()) -> BannedMatch | None:
    """The first banned expression of any language in a text, None when there is none.

    `item_names` are names that the text lists: each is checked by itself and not together with
    its neighbours, so that two harmless names side by side make no banned expression.
    """
    names = sorted({name for name in item_names if name}, key=len, reverse=True)
    for name in names:
        found = _find(name, policy.banned)
        if found:
            return _moved(found, max(0, text.find(name)))
    around = text
    for name in names:
        around = around.replace(name, _APART.ljust(len(name), "\n"))
    return _find(around, policy.banned)


def banned(name: str, policy: Policy) -> Refused | None:
    """Refuses a name that holds a banned expression; 신용등급확인서 and 안전점검표 hold none."""
    match = find_banned(name, policy)
    return Refused(Gate.BANNED, match.rule_id) if match else None


@lru_cache(maxsize=4_096)  # the same names and sentences are checked for every request
def _find(text: str, rules: tuple[BannedRule, ...]) -> BannedMatch | None:
    """English and Russian rules are looked for only where there is a letter of theirs; stars are Korean."""
    by_script = skeletons(text)
    readings = {
        language: [one for one in by_script[script] if _LETTER[language].search(one.text)]
        for language, script in _SCRIPT.items()
    }
    for rule in rules:
        pattern = _compiled(rule.pattern)
        for skeleton in readings[rule.language]:
            match = pattern.search(skeleton.text)
            if match and match.end() > match.start():
                return _match(rule.rule_id, skeleton, match, text)
    return None


def _match(rule_id: str, skeleton: Skeleton, match: re.Match[str], text: str) -> BannedMatch:
    start, end = skeleton.span(*match.span())
    return BannedMatch(rule_id=rule_id, start=start, end=end, found=text[start:end])


def _moved(match: BannedMatch, by: int) -> BannedMatch:
    return BannedMatch(rule_id=match.rule_id, start=match.start + by, end=match.end + by, found=match.found)


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
