"""What a model server can do with one chat call: the good, the slow, the broken, the hostile.

`behaviour("slow:5")` gives one by name; a test may pass any coroutine function of an `Exchange`.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from tests.fakes.model_errors import CRASHED, ERRORS
from tests.fakes.model_wire import Exchange

Behaviour = Callable[[Exchange], Awaitable[None]]


async def answer(call: Exchange, content: str, *, pieces: int = 4) -> None:
    """Stream `content` in pieces, obey the token limit, finish."""
    room = call.most_tokens * 3 if call.most_tokens > 0 else len(content)
    shown, reason = (content, "stop") if room >= len(content) else (content[:room], "length")
    step = max(1, -(-len(shown) // pieces))
    for start in range(0, len(shown), step):
        await call.delta(shown[start : start + step])
    await call.finish(reason)


def say(content: str) -> Behaviour:
    """Exactly this content, whatever was asked."""

    async def behave(call: Exchange) -> None:
        await answer(call, content)

    return behave


def items(names: Iterable[str]) -> Behaviour:
    """A reply in the asked shape that names exactly these, in the closed list or not."""
    chosen = list(names)

    async def behave(call: Exchange) -> None:
        await answer(call, shaped(call, chosen))

    return behave


def pick(*wanted: str, most: int = 3) -> Behaviour:
    """An honest model: the wanted names of the closed list, or its first few."""

    async def behave(call: Exchange) -> None:
        offered = closed_list(call.schema)
        chosen = [name for name in offered if name in wanted] if wanted else offered[:most]
        await answer(call, shaped(call, chosen))

    return behave


def slow(seconds: float, then: Behaviour | None = None) -> Behaviour:
    """Nothing for a while, then an honest reply (or what is asked)."""

    async def behave(call: Exchange) -> None:
        await asyncio.sleep(seconds)
        await (then or pick())(call)

    return behave


def sequence(*behaviours: Behaviour) -> Behaviour:
    """One behaviour a call; the last one stays."""
    left = list(behaviours)

    async def behave(call: Exchange) -> None:
        await (left.pop(0) if len(left) > 1 else left[0])(call)

    return behave


def error(status: int, text: str | None = None) -> Behaviour:
    """An error before the first byte, with the text real servers send."""

    async def behave(call: Exchange) -> None:
        await call.fail(status, text or ERRORS.get(status, "internal error"))

    return behave


async def stall(call: Exchange) -> None:
    """Take the request, say nothing, for ever."""
    del call
    await asyncio.Event().wait()


async def hang(call: Exchange) -> None:
    """Headers, then nothing."""
    await call.start()
    await stall(call)


async def drip(call: Exchange) -> None:
    """A valid reply, then spaces one by one without end."""
    await call.delta(shaped(call, closed_list(call.schema)[:1]))
    while True:
        await call.delta(" ")
        await asyncio.sleep(0.02)


async def cut(call: Exchange) -> None:
    """Half a reply, then the connection closes."""
    await call.delta('{"items":["')
    call.response.close()


async def half(call: Exchange) -> None:
    """The stream ends in good order, but the reply never says that it is done."""
    await call.delta(shaped(call, closed_list(call.schema)[:1]))
    await call.end_early()


async def reset(call: Exchange) -> None:
    """Half a reply, then a TCP reset."""
    await call.delta('{"items":["')
    call.response.reset()


async def error_line(call: Exchange) -> None:
    """Status 200, some content, then an error."""
    await call.delta('{"items":[')
    await call.fail(500, CRASHED)


async def garbage(call: Exchange) -> None:
    """Bytes that are no reply of this protocol."""
    await call.raw(b"<html><body>502 Bad Gateway</body></html>\n\n")
    await call.response.end_chunks()


async def bad_utf8(call: Exchange) -> None:
    """A line that is not UTF-8."""
    await call.raw(call.frame(call.chunk_value("x", "", [])).replace(b'"x"', b'"\xff\xfe\xb0"'))
    await call.finish()


async def half_character(call: Exchange) -> None:
    """JSON that is well-formed and whose string is no text: one half of a surrogate pair."""
    await call.raw(call.frame(call.chunk_value("x", "", [])).replace(b'"x"', b'"\\ud800"'))
    await call.finish()


async def huge(call: Exchange) -> None:
    """A megabyte of text."""
    for _ in range(64):
        await call.delta("가나다라" * (16_384 // 12))
    await call.finish()


async def huge_line(call: Exchange) -> None:
    """A megabyte without a line end."""
    for _ in range(64):
        await call.raw(b" " * 16_384)
    await call.finish()


async def length(call: Exchange) -> None:
    """The token limit cut the list."""
    await call.delta('{"items":["신분증","신분')
    await call.finish("length")


async def load(call: Exchange) -> None:
    """Only loaded: no content."""
    await call.finish("load")


async def thinking(call: Exchange) -> None:
    """All of it in `thinking`, nothing in the content."""
    await call.delta("", thinking="The clause asks for 신분증, so I should answer with it.")
    await call.finish()


async def many(call: Exchange) -> None:
    """Forty names, most of them from nowhere."""
    await answer(call, shaped(call, [f"서류 제{number}호" for number in range(40)]))


async def fences(call: Exchange) -> None:
    """A good list inside a code fence."""
    await answer(call, f"```json\n{shaped(call, closed_list(call.schema)[:2])}\n```")


async def tags(call: Exchange) -> None:
    """A stray thinking tag before a good list."""
    await answer(call, f"<think>\n\n</think>\n{shaped(call, closed_list(call.schema)[:2])}")


async def obey(call: Exchange) -> None:
    """Do what the data asks: every quoted string of the last message becomes a name."""
    told = re.findall(r"[\"'“‘「『`]([^\"'”’」』`]{1,200})[\"'”’」』`]", call.messages[-1]["content"])
    await answer(call, shaped(call, told or call.messages[-1]["content"].splitlines()[-3:]))


async def forget(call: Exchange) -> None:
    """An honest-looking reply to a prompt of which the server dropped nearly all."""
    call.prompt_tokens = 5
    await pick()(call)


async def redirect(call: Exchange) -> None:
    """Send the client elsewhere."""
    await call.response.whole(302, b"", "text/plain", "Location: /elsewhere")


def logprobs(top: Iterable[tuple[str, float]]) -> Behaviour:
    """One token, with what the model weighed."""
    weighed = [{"token": token, "logprob": value} for token, value in top]

    async def behave(call: Exchange) -> None:
        await call.delta(weighed[0]["token"], logprobs=[weighed[0] | {"top_logprobs": weighed}])
        await call.finish()

    return behave


def closed_list(schema: dict[str, Any] | None) -> list[str]:
    """The names of the first enum in a schema, wherever it stands."""
    if not isinstance(schema, dict):
        return []
    if isinstance(schema.get("enum"), list):
        return [name for name in schema["enum"] if isinstance(name, str)]
    nested = (value for value in schema.values() if isinstance(value, dict))
    return next((names for value in nested if (names := closed_list(value))), [])


def shaped(call: Exchange, names: list[str]) -> str:
    """`names` in the shape the schema asks for: a filled object, else {"items": […]}."""
    properties = (call.schema or {}).get("properties") or {"items": {"type": "array"}}
    filled = {key: _filled(part, names) for key, part in properties.items()}
    return json.dumps(filled, ensure_ascii=False, separators=(",", ":"))


def _filled(part: dict[str, Any], names: list[str]) -> object:
    match part.get("type"):
        case "array":
            return names
        case "boolean":
            return bool(names)
        case _:
            return names[0] if names else (part.get("enum") or [""])[0]


NAMED: dict[str, Behaviour] = {
    "pick": pick(),
    "none": items([]),
    "lie": items(["인감증명서", "방문신청서", "Notarised passport"]),
    "foreign": items(["身分證明書", "رقم الهوية", "Паспорт"]),
    "prose": say("네, 이 조항에 따르면 안전합니다. 신분증을 준비하시면 됩니다."),
    "empty": say(""),
    **{
        behave.__name__: behave
        for behave in (
            stall, hang, drip, cut, half, reset, error_line, garbage, bad_utf8, half_character, huge,
            huge_line, length, load, thinking, many, fences, tags, obey, forget, redirect,
        )
    },
}  # fmt: skip


def behaviour(name: str) -> Behaviour:
    """By name: `hang`, `slow:5`, `error:503`, `say:TEXT`, `items:A,B`, `pick:A,B`."""
    kind, _, value = name.partition(":")
    match kind:
        case "slow":
            return slow(float(value))
        case "error":
            return error(int(value))
        case "say":
            return say(value)
        case "items":
            return items(value.split(","))
        case "pick" if value:
            return pick(*value.split(","))
        case _ if name in NAMED:
            return NAMED[name]
    raise ValueError(
        f"no behaviour {name!r}; there are slow:N error:N say:TEXT items:A,B pick:A,B {' '.join(NAMED)}"
    )
