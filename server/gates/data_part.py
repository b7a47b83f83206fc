"""Clause text as data: nothing in it may look like the frame around it.

The words stay readable for the model; only what could pass for a header, a citation mark, a fence,
a tag or a chat token is respelled. Verification and quotes use the text as it is, never this one.
"""

import re

from server.domain.answer import Extract

_MARK = re.compile(r"[\[【［〔](?=\s*[#＃]|\s*[0-9０-９]{1,3}\s*[\]】］〕])")
_TAG = re.compile(r"<(?=[/|!a-zA-Z가-힣])|(?<=[|/\"'\w])>")
_FENCE = re.compile(r"`{3,}|~{3,}|^[=\-_*#]{3,}\s*$", re.MULTILINE)


def neutral(text: str) -> str:
    """The text with marks, tags and fences respelled."""
    text = _MARK.sub("(", text)
    text = _TAG.sub(lambda match: "‹" if match[0] == "<" else "›", text)
    return _FENCE.sub("…", text)


def header(extract: Extract) -> str:
    """`[#1 doc=… heading=… span=L12-L34]`, on one line whatever title and heading hold."""
    document = _on_one_line(extract.document)
    heading = _on_one_line(f"{extract.clause} {extract.heading}")
    return f"[#{extract.n} doc={document} heading={heading} span=L{extract.start_line}-L{extract.end_line}]"


def _on_one_line(text: str) -> str:
    return " ".join(neutral(text).replace("[", "(").replace("]", ")").split())
