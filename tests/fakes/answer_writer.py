"""A writer that does what a model may do: answer, lie, stall, vanish."""

import asyncio
from collections import deque

from server.domain.answer import Draft, DraftRequest


class FakeAnswerWriter:
    """Implements server.ports.answer_writer.AnswerWriter.

    Each call takes the next script (the last one again and again) and is one of: a text to
    draft, an exception to raise, or a number of seconds to take before drafting `then`.
    """

    overhead_tokens = 400
    draft_tokens = 300
    prompt_version = "answer.fake:1"

    def __init__(self, *script: str | Exception | float, then: str = "", context_tokens: int = 4096) -> None:
        self.requests: list[DraftRequest] = []
        self.cancelled = 0
        self.context_tokens = context_tokens
        self._script = deque(script or (then,))
        self._then = then

    async def draft(self, request: DraftRequest) -> Draft:
        self.requests.append(request)
        act = self._script.popleft() if len(self._script) > 1 else self._script[0]
        if isinstance(act, Exception):
            raise act
        if isinstance(act, float | int):
            try:
                await asyncio.sleep(act)
            except asyncio.CancelledError:
                self.cancelled += 1
                raise
            act = self._then
        return Draft(
            text=act,
            raw_reply=act,
            model_id="fake:1b",
            model_digest="sha256:fake",
            prompt_version=self.prompt_version,
            usage={"prompt_tokens": 300, "output_tokens": 40},
        )
