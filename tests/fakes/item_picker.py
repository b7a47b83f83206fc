"""A picker that does what a model may do: pick, lie, stall, vanish, fail in every way."""

import asyncio
from collections import deque

from server.domain.pick import Candidate, PickerIdentity, PickRequest, Picks

MODEL = PickerIdentity(
    origin="model",
    model_id="fake:1b",
    model_digest="sha256:fake",
    prompt_version="p1",
    schema_version="s1",
    finder_version="f1",
    options='{"seed":1}',
)


class FakeItemPicker:
    """Implements server.ports.item_picker.ItemPicker.

    Each call takes the next script (the last one again and again) and is one of:
    names to pick, an exception to raise, or a number of seconds to take before picking `then`.
    Every name that stands in the body becomes a candidate; `lie` names stand nowhere.
    """

    def __init__(
        self,
        *script: tuple[str, ...] | Exception | float,
        then: tuple[str, ...] = ("신분증",),
        candidates: tuple[str, ...] = ("신분증", "임대차계약서 사본"),
        identity: PickerIdentity = MODEL,
    ) -> None:
        self.requests: list[PickRequest] = []
        self.under_way = 0
        self.most_at_a_time = 0
        self.cancelled = 0
        self.begun = asyncio.Event()  # a call has begun
        self.ended = asyncio.Event()  # a call has ended, in whatever way
        self.current_identity = identity
        self._script = deque(script or (then,))
        self._then = then
        self._candidates = candidates

    def identity(self) -> PickerIdentity:
        return self.current_identity

    async def pick(self, request: PickRequest) -> Picks:
        self.requests.append(request)
        act = self._script.popleft() if len(self._script) > 1 else self._script[0]
        self.under_way += 1
        self.begun.set()
        self.most_at_a_time = max(self.most_at_a_time, self.under_way)
        try:
            return await self._do(act, request)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.under_way -= 1
            self.ended.set()

    async def _do(self, act: tuple[str, ...] | Exception | float, request: PickRequest) -> Picks:
        if isinstance(act, Exception):
            raise act
        if isinstance(act, float | int):
            await asyncio.sleep(act)
            act = self._then
        body = request.clause.body
        found = tuple(
            Candidate(name=name, start=body.index(name), end=body.index(name) + len(name))
            for name in self._candidates
            if name in body
        )
        return Picks(
            names=tuple(act) if found else (),
            candidates=found,
            raw_reply=str(list(act)),
            usage={"prompt_tokens": 100, "output_tokens": 10},
        )
