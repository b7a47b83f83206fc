"""Who drafts the answer to a question."""

from typing import Protocol

from server.domain.answer import Draft, DraftRequest


class AnswerWriter(Protocol):
    """Drafts; verification comes after."""

    @property
    def context_tokens(self) -> int:
        """The model's context, for packing."""
        ...

    @property
    def overhead_tokens(self) -> int:
        """At most so many tokens go to the system text and to what frames question and data."""
        ...

    @property
    def draft_tokens(self) -> int:
        """At most so many tokens a draft may have."""
        ...

    @property
    def prompt_version(self) -> str:
        """Version of the system text."""
        ...

    async def draft(self, request: DraftRequest) -> Draft:
        """One draft within the deadline; raises a ModelError subclass for every failure."""
        ...
