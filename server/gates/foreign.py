"""Characters that no honest reply holds: refused, never cleaned."""

import re
import unicodedata
from functools import lru_cache

from server.domain.reasons import Gate
from server.gates.verdict import Refused

_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
_MARKUP = re.compile(r"[<>`\\|]|\]\(|\{\{|\$\{|://|\*\*|__|javascript:|&#?\w+;", re.IGNORECASE)
_JAMO = (
    ("\u1100", "\u11ff"),
    ("\u3131", "\u318e"),
    ("\ua960", "\ua97f"),
    ("\ud7b0", "\ud7ff"),
    ("\uffa0", "\uffdc"),
)
_SCRIPTS = ("HANGUL", "LATIN", "CYRILLIC", "GREEK", "CJK", "HIRAGANA", "KATAKANA", "ARABIC", "HEBREW", "THAI")


def foreign(name: str, body: str) -> Refused | None:
    """Refuses control and format characters, lone jamo, and scripts that the clause does not use."""
    if markup(name):
        return Refused(Gate.SCHEMA, "markup")
    if hidden(name):
        return Refused(Gate.SCHEMA, "control_characters")
    if any(_lone_jamo(character) for character in unicodedata.normalize("NFC", name)):
        return Refused(Gate.SCHEMA, "lone_jamo")
    if scripts(name) - scripts(body):
        return Refused(Gate.SCHEMA, "foreign_script")
    return None


def markup(text: str) -> bool:
    """Does the text hold tags, links, templates or code marks? No paper's name does."""
    return bool(_MARKUP.search(text))


def hidden(text: str) -> bool:
    """Does the text hold control, format, private or unassigned characters?"""
    return any(unicodedata.category(character) in _HIDDEN for character in text)


@lru_cache(maxsize=256)
def scripts(text: str) -> frozenset[str]:
    """The scripts of a text's letters; a rare one by the first word of its Unicode name."""
    return frozenset(_script(character) for character in set(text) if character.isalpha())


def _script(character: str) -> str:
    name = unicodedata.name(character, "UNKNOWN").replace("FULLWIDTH ", "").replace("HALFWIDTH ", "")
    return next((script for script in _SCRIPTS if name.startswith(script)), name.split(" ")[0])


def _lone_jamo(character: str) -> bool:
    if character == "ㆍ":  # U+318D is the middle dot of Korean statutes
        return False
    return any(first <= character <= last for first, last in _JAMO)
