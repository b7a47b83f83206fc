"""A language model that answers what it is told to, or raises."""

from ai.runtimes.port import ChatReply, ChatRequest, ChatTimings


class FakeLanguageModel:
    """Implements ai.runtimes.port.LanguageModel."""

    model_id = "fake:1b"
    digest = "sha256:fake"
    context_tokens = 4096
    options = '{"seed":1}'

    def __init__(self, answer: str | Exception) -> None:
        self.answer = answer
        self.requests: list[ChatRequest] = []

    async def chat(self, request: ChatRequest) -> ChatReply:
        self.requests.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return ChatReply(
            content=self.answer,
            finish_reason="stop",
            prompt_tokens=300,
            output_tokens=12,
            cached_tokens=200,
            timings=ChatTimings(total_ms=41.6),
        )
