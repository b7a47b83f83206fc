"""When to rebuild without being asked: after changes, or at intervals.

Each policy awaits one rebuild after another; a rebuild says itself how it went, and a failed one is
tried again at the next occasion.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from watchfiles import Change, awatch

QUIET_MILLISECONDS = 1_000  # nothing has changed for so long: begin
LONGEST_MILLISECONDS = 30_000  # changes never stop: begin all the same

Rebuild = Callable[[], Awaitable[None]]


async def rebuild_after_changes(documents: Path, rebuild: Rebuild) -> None:
    """`documents` is a folder or a file; changes during a rebuild lead to one more. Ends by cancellation."""
    async for _ in _changes(documents):
        await rebuild()


async def rebuild_at_intervals(seconds: float, rebuild: Rebuild) -> None:
    """Every so many seconds, counted from the end of the rebuild before. Ends by cancellation."""
    while True:
        await asyncio.sleep(seconds)
        await rebuild()


def _changes(documents: Path) -> AsyncIterator[set[tuple[Change, str]]]:
    """Watches the folder above a single file: editors replace a file rather than write into it."""
    wanted = documents.absolute()

    def concerns_us(_: Change, path: str) -> bool:
        return Path(path) == wanted or wanted in Path(path).parents

    return awatch(
        wanted if wanted.is_dir() else wanted.parent,
        watch_filter=concerns_us,
        step=QUIET_MILLISECONDS,
        debounce=LONGEST_MILLISECONDS,
    )
