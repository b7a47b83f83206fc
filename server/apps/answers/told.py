"""What has been found, packed, drafted and told so far."""

from dataclasses import dataclass

from server.apps.answers.pack import Pack
from server.apps.answers.telling import Frame
from server.apps.cards.finding import Found
from server.domain.answer import Answer, AnswerTimings, Citation, Draft
from server.gates.citations import DraftVerdict


@dataclass(frozen=True, kw_only=True, slots=True)
class Drafted:
    """A draft and what the rules said to it."""

    draft: Draft
    verdict: DraftVerdict
    temperature: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """One question so far; `answer` is there when the story has ended."""

    frame: Frame
    found: Found
    timings: AnswerTimings
    pack: Pack | None = None
    sources: tuple[Citation, ...] = ()
    drafted: Drafted | None = None
    answer: Answer | None = None

    @property
    def packed(self) -> Pack:
        """The pack of a story that went that far."""
        if self.pack is None:
            raise AssertionError("nothing was packed")
        return self.pack
