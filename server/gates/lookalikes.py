"""Letters and digits that look like others. A small table: what is drawn alike in common fonts."""

import unicodedata
from typing import Literal

DIGITS = {
    "o": "0",
    "о": "0",
    "ο": "0",
    "l": "1",
    "i": "1",
    "і": "1",
    "ı": "1",
    "|": "1",
    "s": "5",
    "b": "8",
    "z": "2",
}
_TO_LATIN = dict(
    zip("авсԁеёһіјкӏмноԛрѕтухуԝгьαβεζηικμνορτυχγ", "abcdeehijklmhoqpstyxywrbabezhikmvoptuxy", strict=True)
)
_TO_CYRILLIC = dict(zip("abcehijkmoptxyαεηικμνορτυχ", "авсеніјкмортхуаенікмнортух", strict=True))


def fold_letter(character: str, script: Literal["latin", "cyrillic"]) -> str:
    """The letter of the wanted script that looks the same; accents go from Latin letters."""
    if script == "cyrillic":
        return _TO_CYRILLIC.get(character, character)
    plain = _TO_LATIN.get(character, character)
    base = unicodedata.normalize("NFD", plain)[0]
    return base if "a" <= base <= "z" else plain
