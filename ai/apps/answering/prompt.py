"""The conversation for one question: fixed system text first, then data, the question last."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from importlib import resources

from ai.runtimes.port import ChatMessage
from server.domain.answer import DraftRequest
from server.domain.clause import Language

VERSION = "v1"
_FRAMES: Mapping[Language, tuple[str, str, str]] = {
    "ko": ("<자료>", "</자료>", "질문"),
    "en": ("<data>", "</data>", "Question"),
    "ru": ("<данные>", "</данные>", "Вопрос"),
}


def prompt_version() -> str:
    """The version and a digest over the texts of all languages: an edited prompt is another prompt."""
    texts = "\0".join(system_text(language) for language in _FRAMES)
    return f"answer.{VERSION}:{sha256(texts.encode()).hexdigest()[:12]}"


def messages(request: DraftRequest) -> tuple[ChatMessage, ...]:
    """System and user turn. Question and data hold nothing that closes the frame."""
    opening, closing, label = _FRAMES[request.language]
    question = " ".join(_without_frame(request.question).split())
    user = f"{opening}\n{_without_frame(request.data)}\n{closing}\n\n{label}: {question}"
    return (
        ChatMessage(role="system", content=system_text(request.language)),
        ChatMessage(role="user", content=user),
    )


@lru_cache(maxsize=8)
def system_text(language: Language) -> str:
    """The instruction, as shipped."""
    file = resources.files("ai.apps.answering") / "prompts" / f"{language}.{VERSION}.txt"
    return file.read_text(encoding="utf-8").strip()


def _without_frame(text: str) -> str:
    for opening, closing, _ in _FRAMES.values():
        text = text.replace(opening, " ").replace(closing, " ")
    return text.replace("<|", "‹|").replace("|>", "|›")
