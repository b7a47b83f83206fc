"""A draft as characters: what is taken off, and what makes the whole draft unusable.

Thought blocks and emphasis are taken off, because small models add them around good sentences.
Other tags, tool calls, code, tables and invisible characters refuse the draft: whoever reads the
answer must not see markup that came out of a model.
"""

import re
import unicodedata
from dataclasses import dataclass

MAX_DRAFT_CHARACTERS = 8_000

_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.IGNORECASE | re.DOTALL)
_MARKUP = re.compile(
    r"```|<\s*[/!]?\s*[a-z|]|\|>|&(?:[a-z]{2,8}|#x?[0-9a-f]{1,6});|!\[|^\s*\|.*\|\s*$|tool_calls?\b|\{\s*\"",
    re.IGNORECASE | re.MULTILINE,
)
_LINE_START = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|[-*•·–][ \t]+|>[ \t]+)", re.MULTILINE)
_EMPHASIS = re.compile(r"\*\*|__|`|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)")
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]{1,15}://|\b(?:mailto|javascript|data|tel):|\bwww\.)\S", re.IGNORECASE)
_FORBIDDEN_CATEGORIES = frozenset({"Cf", "Co", "Cs", "Cn", "Cc"})


@dataclass(frozen=True, kw_only=True, slots=True)
class CleanDraft:
    """The draft as it may be checked; `fault` names why it may not."""

    text: str
    fault: str = ""  # "", empty, too_long, invisible_characters, markup


def clean_draft(raw: str) -> CleanDraft:
    """NFC, without thought blocks, list marks and emphasis; or the fault that refuses it."""
    text = _THOUGHT.sub("", unicodedata.normalize("NFC", raw)).replace("\r\n", "\n").strip()
    if not text:
        return CleanDraft(text="", fault="empty")
    if len(text) > MAX_DRAFT_CHARACTERS:
        return CleanDraft(text="", fault="too_long")
    if any(unicodedata.category(char) in _FORBIDDEN_CATEGORIES and char not in "\n\t" for char in text):
        return CleanDraft(text="", fault="invisible_characters")
    if _MARKUP.search(text):
        return CleanDraft(text="", fault="markup")
    return CleanDraft(text=_EMPHASIS.sub("", _LINE_START.sub("", text)).strip())


def holds_url(text: str) -> bool:
    """Whether a sentence holds an address; answers never do, their sources are the citations."""
    return _URL.search(text) is not None
