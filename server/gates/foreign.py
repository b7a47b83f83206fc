"""Characters that no honest reply holds: refused, never cleaned."""

import unicodedata

from server.domain.reasons import Gate
from server.gates.verdict import Refused

_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
_SCRIPTS = ("HANGUL", "LATIN", "CYRILLIC", "GREEK", "CJK", "HIRAGANA", "KATAKANA", "ARABIC", "HEBREW", "THAI")


def foreign(name: str, body: str) -> Refused | None:
    """Refuses control and format characters, lone jamo, and scripts that the clause does not use."""
    if any(unicodedata.category(character) in _HIDDEN for character in name):
        return Refused(Gate.SCHEMA, "control_characters")
    if any(_lone_jamo(character) for character in unicodedata.normalize("NFC", name)):
        return Refused(Gate.SCHEMA, "lone_jamo")
    if scripts(name) - scripts(body):
        return Refused(Gate.SCHEMA, "foreign_script")
    return None


def scripts(text: str) -> frozenset[str]:
    """The scripts of a text's letters; a rare one by the first word of its Unicode name."""
    return frozenset(_script(character) for character in set(text) if character.isalpha())


def _script(character: str) -> str:
    name = unicodedata.name(character, "UNKNOWN").replace("FULLWIDTH ", "").replace("HALFWIDTH ", "")
    return next((script for script in _SCRIPTS if name.startswith(script)), name.split(" ")[0])


def _lone_jamo(character: str) -> bool:
    code = ord(character)
    if character == "ㆍ":  # U+318D is the middle dot of Korean statutes
        return False
    return (
        0x1100 <= code <= 0x11FF
        or 0x3131 <= code <= 0x318E
        or 0xA960 <= code <= 0xA97F
        or 0xD7B0 <= code <= 0xD7FF
        or 0xFFA0 <= code <= 0xFFDC
    )
