"""What a reader sees, for matching only: disguises undone, each character knowing its place.

Never shown: NFKC turns 10² into 102. Steps in order: HTML entities, right-to-left overrides,
ignorable characters, jamo composed to syllables, NFKC and case, look-alike letters and digits,
separators between single syllables or letters.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from server.gates.jamo import compose
from server.gates.lookalikes import DIGITS, Folds

Script = Literal["latin", "cyrillic"]
_FOLDS: dict[Script, Folds] = {"latin": Folds("latin"), "cyrillic": Folds("cyrillic")}
_UNUSUAL = re.compile(r"[^\n\t\r !-%'-~가-힣А-яЁё·ㆍ①-⑳「」『』“”‘’…→–—※○]")  # & may begin an entity
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,24});?")
_RIGHT_TO_LEFT, _LEFT_TO_RIGHT, _POP = "\u202e", "\u202d", "\u202c"
_ISOLATES = frozenset("\u2066\u2067\u2068")
_FIRST_MARK = "\u02ff"  # every combining mark comes after it
_IGNORED = frozenset("\u115f\u1160\u3164\uffa0\u2800\ufffc\u034f\u17b4\u17b5")
_SYLLABLE = r"[가-힣]"
_BETWEEN = r"[\s·ㆍ.,_\-*~|/\\'\"`^+=:;!?<>()\[\]{}]{1,6}"
_SINGLE = "가-힣0-9"
_SPACED = (
    re.compile(rf"(?<![{_SINGLE}])(?P<one>[{_SINGLE}])(?P<gap>{_BETWEEN})(?=[{_SINGLE}%](?![{_SINGLE}]))"),
    re.compile(rf"(?<![^\W\d_])(?P<one>[^\W\d_])(?P<gap>{_BETWEEN})(?=[^\W\d_](?![^\W\d_]))"),
)
_WIDE_GAP = re.compile(r"\s{2,}")
_MARKUP = re.compile(r"<[^<>\n]{0,120}>")
_SIGN = re.compile(r"[^\w\s%]+|_+")
_STRAY = re.compile(
    rf"(?:(?<![가-힣]){_SYLLABLE}(?P<after>\s+)(?={_SYLLABLE}))|(?:(?<={_SYLLABLE})(?P<before>\s+)(?={_SYLLABLE}(?![가-힣])))"
)
_NUMBERED = re.compile(
    rf"(?:[0-9][{''.join(DIGITS)}]+|[{''.join(DIGITS)}]+[0-9]|(?<![a-zа-я])[{''.join(DIGITS)}]{{1,2}}(?=\s*(?:%|등급|점|퍼센트)))[0-9{''.join(DIGITS)}]*"
)


class Glyph(NamedTuple):
    """One character of a reading and the place it came from, end exclusive."""

    character: str
    start: int
    end: int


class Skeleton(NamedTuple):
    """The text to match on and the place in the original of each of its characters, end exclusive."""

    text: str
    places: Sequence[tuple[int, int]]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the original of `text[start:end]`."""
        covered = self.places[start:end]
        return min(first for first, _ in covered), max(last for _, last in covered)


def skeletons(text: str) -> dict[Script, tuple[Skeleton, ...]]:
    """Up to three readings per script: words as they stand, stray spaces joined, without markup and signs."""
    plain = _plain(text)
    return {script: _readings(plain, script) for script in _FOLDS}


def _readings(plain: Skeleton, script: Script) -> tuple[Skeleton, ...]:
    folded = _numbers(plain._replace(text=plain.text.translate(_FOLDS[script])))
    close = _without(folded, _gaps)
    bare = _without(_without(folded, _markup), _signs)
    readings = (close, _without(close, _strays), _without(bare, _gaps))
    return tuple(
        one for at, one in enumerate(readings) if all(one.text != before.text for before in readings[:at])
    )


def _plain(text: str) -> Skeleton:
    glyphs = [Glyph(character, at, at + 1) for at, character in enumerate(text)]
    if _UNUSUAL.search(text):
        glyphs = _undisguised(glyphs)
    plain = [(one, glyph) for glyph in glyphs for one in _compatible(glyph.character)]
    return Skeleton(
        text="".join([one for one, _ in plain]), places=[(glyph.start, glyph.end) for _, glyph in plain]
    )


def _undisguised(glyphs: list[Glyph]) -> list[Glyph]:
    """Entities, overrides, marks and letters written apart; few texts have any."""
    seen = _accented(_reordered(_entities(_entities(glyphs))))
    seen = [one for one in seen if not _ignorable(one.character)]
    return [
        Glyph(character, seen[a].start, seen[b - 1].end)
        for character, a, b in compose([one.character for one in seen])
    ]


@lru_cache(maxsize=8_192)
def _compatible(character: str) -> str:
    """NFKC and lower case, digits of any script as ASCII ones, marks dropped."""
    plain = unicodedata.normalize("NFKC", character).casefold()
    kept = (one for one in plain if unicodedata.category(one) not in {"Mn", "Me"})
    return "".join(str(unicodedata.digit(one, one)) for one in kept)


def _accented(glyphs: Iterable[Glyph]) -> list[Glyph]:
    """Letters written as base and accent joined, so that й and ё outlive the dropping of marks."""
    out: list[Glyph] = []
    for one in glyphs:
        marked = one.character > _FIRST_MARK and out and unicodedata.combining(one.character)
        joined = unicodedata.normalize("NFC", out[-1].character + one.character) if marked else ""
        if len(joined) == 1:
            out[-1] = Glyph(joined, out[-1].start, one.end)
        else:
            out.append(one)
    return out


def _entities(glyphs: list[Glyph]) -> list[Glyph]:
    """Undone once; called twice, because an ampersand can itself be written as an entity."""
    text = "".join(one.character for one in glyphs)
    out: list[Glyph] = []
    position = 0
    for match in _ENTITY.finditer(text):
        plain = html.unescape(match.group())
        if plain != match.group():
            out += glyphs[position : match.start()]
            start, end = glyphs[match.start()].start, glyphs[match.end() - 1].end
            out += [Glyph(character, start, end) for character in plain]
            position = match.end()
    return out + glyphs[position:]


def _reordered(glyphs: Iterable[Glyph]) -> list[Glyph]:
    """The order a reader sees: the text under a right-to-left override stands reversed."""
    levels: list[tuple[str, list[Glyph]]] = [("", [])]
    for one in glyphs:
        if one.character in {_RIGHT_TO_LEFT, _LEFT_TO_RIGHT} or one.character in _ISOLATES:
            levels.append((one.character, []))
        elif one.character in {_POP, "\u2069"} and len(levels) > 1:
            _close(levels)
        else:
            levels[-1][1].append(one)
    while len(levels) > 1:
        _close(levels)
    return levels[0][1]


def _close(levels: list[tuple[str, list[Glyph]]]) -> None:
    opener, inside = levels.pop()
    levels[-1][1].extend(reversed(inside) if opener == _RIGHT_TO_LEFT else inside)


@lru_cache(maxsize=8_192)
def _ignorable(character: str) -> bool:
    return character in _IGNORED or unicodedata.category(character) in {"Cf", "Mn", "Me", "Cc"} - _kept(
        character
    )


def _kept(character: str) -> set[str]:
    return {"Cc"} if character in "\n\t\r" else set()


def _numbers(folded: Skeleton) -> Skeleton:
    """Look-alike letters beside digits, or before 등급, 점 and %, become digits: 9O점, l등급."""
    return folded._replace(text=_NUMBERED.sub(_as_digits, folded.text))


def _as_digits(match: re.Match[str]) -> str:
    return "".join([DIGITS.get(character, character) for character in match.group()])


def _without(reading: Skeleton, gaps: Callable[[str], Iterator[tuple[int, int]]]) -> Skeleton:
    text: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    for start, end in sorted(gaps(reading.text)):
        text.append(reading.text[at:start])
        places += reading.places[at:start]
        at = max(at, end)
    return Skeleton("".join([*text, reading.text[at:]]), [*places, *reading.places[at:]]) if at else reading


def _gaps(text: str) -> Iterator[tuple[int, int]]:
    for pattern in _SPACED:
        for match in pattern.finditer(text):
            start, end = match.span("gap")
            # text spaced apart keeps its words: "i t  i s" has a wide gap between two
            yield start, end - bool(_WIDE_GAP.fullmatch(match["gap"]))


def _markup(text: str) -> Iterator[tuple[int, int]]:
    for match in _MARKUP.finditer(text):
        yield match.span()


def _signs(text: str) -> Iterator[tuple[int, int]]:
    """Signs glued to letters or digits: 위.험.도, 안🙂전, **안전**합니다."""
    for match in _SIGN.finditer(text):
        yield match.span()


def _strays(text: str) -> Iterator[tuple[int, int]]:
    for match in _STRAY.finditer(text):
        yield match.span("after" if match["after"] else "before")
