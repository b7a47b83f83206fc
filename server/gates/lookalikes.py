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


class Folds(dict[int, str]):
    """For `str.translate`: to the letter of one script that looks the same, always one for one.

    Accents go from Latin letters.
    """

    def __init__(self, script: Literal["latin", "cyrillic"]) -> None:
        super().__init__()
        self._script = script

    def __missing__(self, code: int) -> str:
        """Worked out at the first sight of a character."""
        self[code] = letter = _fold(chr(code), self._script)
        return letter


def _fold(character: str, script: Literal["latin", "cyrillic"]) -> str:
    if script == "cyrillic":
        return _TO_CYRILLIC.get(character, character)
    plain = _TO_LATIN.get(character, character)
    base = unicodedata.normalize("NFD", plain)[0]
    return base if "a" <= base <= "z" else plain
