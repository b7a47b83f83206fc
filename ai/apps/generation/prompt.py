"""Versioned prompts: instruction and examples first, the clause last and fenced as data."""

import unicodedata
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources

from ai.runtimes.port import ChatMessage
from server.domain.clause import Language

VERSION = "v1"
MAX_EXCERPT_CHARACTERS = 1_500  # the whole of all but one excerpt in a hundred, and seconds on a CPU
_FENCE = {
    "ko": ("<조항>", "</조항>", "답:"),
    "en": ("<clause>", "</clause>", "Answer:"),
    "ru": ("<статья>", "</статья>", "Ответ:"),
}
_SENTENCE_END = (". ", ".\n", "\n", "; ")


def prompt_version(language: Language) -> str:
    """The version and the digest of the language's text: an edited prompt is another prompt."""
    return f"{language}.{VERSION}:{sha256(_text(language).encode()).hexdigest()[:12]}"


@cache
def all_prompt_versions() -> str:
    """One string for all languages: a picker serves clauses of each. Asked for with every request."""
    return " ".join(prompt_version(language) for language in ("ko", "en", "ru"))


def messages(excerpt: str, language: Language) -> tuple[ChatMessage, ...]:
    """The conversation for one clause. The fence cannot be closed from inside."""
    opening, closing, answer = _FENCE[language]
    data = _fit(_defenced(excerpt, language))
    return (
        ChatMessage(role="system", content=_text(language)),
        ChatMessage(role="user", content=f"{opening}\n{data}\n{closing}\n{answer}"),
    )


def _defenced(excerpt: str, language: Language) -> str:
    """Without fence marks, control and format characters: those are for the model only, offsets stay ours."""
    opening, closing, _ = _FENCE[language]
    plain = excerpt.replace(opening, " ").replace(closing, " ")
    return "".join(
        c for c in plain if c == "\n" or unicodedata.category(c) not in {"Cc", "Cf", "Co", "Cs", "Cn"}
    )


def _fit(text: str) -> str:
    """At most MAX_EXCERPT_CHARACTERS, cut behind a sentence or line."""
    if len(text) <= MAX_EXCERPT_CHARACTERS:
        return text
    head = text[:MAX_EXCERPT_CHARACTERS]
    cut = max(head.rfind(mark) + len(mark) for mark in _SENTENCE_END)
    return head[: cut if cut > MAX_EXCERPT_CHARACTERS // 2 else MAX_EXCERPT_CHARACTERS].rstrip()


@lru_cache(maxsize=8)
def _text(language: Language) -> str:
    file = resources.files("ai.apps.generation") / "prompts" / f"{language}.{VERSION}.txt"
    return file.read_text(encoding="utf-8").strip()
