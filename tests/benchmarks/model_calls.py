"""How long a warm pick takes on the packaged models, and how much of its prompt is cached.

python -m tests.benchmarks.model_calls --size 1.5b --threads 2
"""

import argparse
import asyncio
import json
import os
from statistics import median, quantiles

from ai.runtimes.ollama import OllamaModel
from ai.runtimes.openai_compatible import OpenAICompatibleModel
from ai.runtimes.port import ChatReply, ChatRequest, ServedModel
from tests.live.stack import running_stack
from tests.live.test_real_model import CLAUSES, ask

ROUNDS = 3
LONG = {
    "ko": "이 조의 신고는 창구나 우편으로 할 수 있다. 수수료는 별표에 따른다. ",
    "en": "The counter is open on working days. Fees follow the schedule. ",
    "ru": "Окно работает по будням. Плата взимается по тарифу. ",
}


def requests() -> list[ChatRequest]:
    """Each clause with a little and with a lot of other text before it, in the order of languages."""
    made = []
    for language in sorted(CLAUSES):
        for filler in range(ROUNDS):
            plain = ask(language)
            first, last = plain.messages
            text = last.content.replace("조항: ", "조항: " + LONG[language] * filler)
            made.append(ask(language, messages=(first, type(last)(role="user", content=text))))
    return made


async def call_all(model: ServedModel) -> list[ChatReply]:
    await model.preload(deadline_seconds=120)
    replies = [await model.chat(request) for request in requests()]
    await model.close()
    return replies


def run(*, size: str = "0.5b", threads: int = 1) -> dict[str, object]:
    with running_stack(size, "--threads", str(threads)) as real:
        warm = asyncio.run(call_all(OllamaModel(url=real.url, model=real.name)))
        counted = asyncio.run(call_all(OpenAICompatibleModel(url=real.runner_url, model=real.name)))
    milliseconds = [reply.timings.total_ms for reply in warm[1:]]
    prompt = sum(reply.prompt_tokens or 0 for reply in counted[1:])
    fresh_ms = sum(reply.timings.prompt_ms for reply in counted[1:])
    cached = sum(reply.cached_tokens or 0 for reply in counted[1:])
    texts = [message.content for request in requests() for message in request.messages]
    return {
        "model": real.name,
        "threads": threads,
        "load_average": os.getloadavg()[0],
        "calls": len(milliseconds),
        "warm_p50_ms": round(median(milliseconds)),
        "warm_p95_ms": round(quantiles(milliseconds, n=20)[-1]),
        "first_ms": round(warm[0].timings.total_ms),
        "prompt_tokens_per_call": round(prompt / len(counted[1:])),
        "cached_share": round(cached / prompt, 3),
        "prefill_tokens_per_second": round((prompt - cached) / fresh_ms * 1000),
        "decode_tokens_per_second": round(
            sum(reply.output_tokens or 0 for reply in counted)
            / sum(reply.timings.output_ms for reply in counted)
            * 1000
        ),
        "bytes_per_token": round(
            sum(len(text.encode()) for text in texts) / sum(reply.prompt_tokens or 0 for reply in counted), 2
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="0.5b")
    parser.add_argument("--threads", type=int, default=1)
    print(json.dumps(run(**vars(parser.parse_args())), indent=2))


if __name__ == "__main__":
    main()
