"""The YAML head of a file, as far as titles and metadata need it.

Plain `key: value` pairs and flat lists of a key; whatever nests deeper is left out. A small
reader instead of a YAML library, because a head that is not quite YAML still names its title.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

FENCE = re.compile(r"---\s*")
FENCE_END = re.compile(r"(?:---|\.\.\.)\s*")
MAX_HEAD_LINES = 5_000

TITLE_KEYS = ("title", "제목", "문서명", "название", "заголовок")
_PAIR = re.compile(r"(?P<key>[^\s:#\-\[\]{}][^:]{0,79}):(?:\s+(?P<value>.*))?")
_ITEM = re.compile(r"\s*-\s+(?P<value>[^:]+|.*\S:\S.*)")


@dataclass(frozen=True, kw_only=True, slots=True)
class FrontMatter:
    """What stands in the head; `lines` is how many lines it takes, fences included."""

    lines: int
    title: str
    metadata: Mapping[str, str]


NONE = FrontMatter(lines=0, title="", metadata=MappingProxyType({}))


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """The head, or NONE when the file does not begin with one that is closed and holds pairs."""
    if not lines or not FENCE.fullmatch(lines[0]):
        return NONE
    head = lines[1:MAX_HEAD_LINES]
    end = next((at for at, line in enumerate(head) if FENCE_END.fullmatch(line)), None)
    if end is None:
        return NONE
    pairs = _pairs(head[:end])
    if not pairs:
        return NONE
    by_key = {key.lower(): value for key, value in pairs.items()}
    title = next((by_key[key] for key in TITLE_KEYS if by_key.get(key)), "")
    return FrontMatter(lines=end + 2, title=title, metadata=MappingProxyType(pairs))


def _pairs(lines: Sequence[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    items: dict[str, list[str]] = {}
    key = ""
    for line in lines:
        pair, item = _PAIR.fullmatch(line), _ITEM.fullmatch(line)
        if pair:
            key = pair["key"].strip()
            pairs[key] = _unquoted(pair["value"] or "")
        elif item and key:
            items.setdefault(key, []).append(_unquoted(item["value"]))
    pairs.update({key: ", ".join(values) for key, values in items.items() if not pairs[key]})
    return {key: value for key, value in pairs.items() if value}


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value
