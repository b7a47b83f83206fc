"""The AnswerWriter that asks a language model. One call, never repeated; what comes back is unchecked."""

from ai.apps.answering.prompt import messages, prompt_version
from ai.runtimes.port import ChatOptions, ChatRequest, LanguageModel
from server.domain.answer import Draft, DraftRequest

DRAFT_TOKENS = 320
"""Two short sentences take some 60 to 150 tokens; a draft that needs more is no short answer."""

OVERHEAD_TOKENS = 520
"""The longest system text (ru), the frame and the chat template, counted from above."""


class ModelAnswerWriter:
    """Implements server.ports.answer_writer.AnswerWriter."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def context_tokens(self) -> int:
        """The model's context."""
        return self._model.context_tokens

    @property
    def overhead_tokens(self) -> int:
        """System text and frame."""
        return OVERHEAD_TOKENS

    @property
    def draft_tokens(self) -> int:
        """The cap on a draft."""
        return DRAFT_TOKENS

    @property
    def prompt_version(self) -> str:
        """Version and digest of the system texts."""
        return prompt_version()

    async def draft(self, request: DraftRequest) -> Draft:
        """One draft within the deadline; raises a ModelError subclass for every failure."""
        reply = await self._model.chat(
            ChatRequest(
                messages=messages(request),
                deadline_seconds=request.deadline_seconds,
                options=ChatOptions(temperature=request.temperature, num_predict=DRAFT_TOKENS),
            )
        )
        counts = {
            "prompt_tokens": reply.prompt_tokens,
            "output_tokens": reply.output_tokens,
            "cached_tokens": reply.cached_tokens,
        }
        return Draft(
            text=reply.content,
            raw_reply=reply.content,
            model_id=self._model.model_id,
            model_digest=self._model.digest,
            prompt_version=self.prompt_version,
            usage={name: count for name, count in counts.items() if count is not None},
        )
