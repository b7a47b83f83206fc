"""Inline marks of a line: bold, emphasis, code, links, escapes, tags. What is left is what a reader sees."""

import re

_ANY_MARK = re.compile(r"[\\*`<\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]|__|\]\(")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")

_TAGS = (
    "img|br|b|i|u|s|em|strong|sub|sup|span|font|p|div|a|center|small|big|ins|del|mark|"
    "table|thead|tbody|tr|td|th"
)

INLINE_MARKS = (
    (re.compile(rf"</?(?:{_TAGS})(?:\s[^<>]*)?/?>", re.IGNORECASE), ""),
    (re.compile(r"<!--[^<>]*-->"), ""),
    (re.compile(r"(?<!\\)\*\*(?P<text>[^*]+)\*\*"), r"\g<text>"),
    (re.compile(r"(?<![\\\w_])__(?P<text>[^_]+)__(?![\w_])"), r"\g<text>"),
    (re.compile(r"(?<![\\\w*])\*(?=[^\s*])(?P<text>[^*]*[^\s*\\])\*(?![\w*])"), r"\g<text>"),
    (re.compile(r"(?<![\\`])`(?P<text>[^`]+)`(?!`)"), r"\g<text>"),
    # a link keeps its words; the target must look like one, for statutes write [별표 1](제3조 관련)
    (re.compile(r"!?\[(?P<text>[^\[\]]*)\]\((?:https?:|mailto:|[/#.])[^\s()]*\)"), r"\g<text>"),
    (re.compile(r"\\(?P<text>[!-/:-@\[-`{-~])"), r"\g<text>"),
)
"""Applied in this order; the escapes come last so that an escaped mark is not read as one."""


def plain(line: str) -> str:
    """The line without marks, trimmed. Never fails; linear in its length."""
    if _ANY_MARK.search(line):
        line = _CONTROLS.sub("", line)
        for pattern, text in INLINE_MARKS:
            line = pattern.sub(text, line)
    return line.strip()
