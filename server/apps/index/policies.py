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
LOOK_MILLISECONDS = 5_000  # how often to look whether the watched folder is still the same one

Rebuild = Callable[[], Awaitable[None]]


async def rebuild_after_changes(
    documents: Path, rebuild: Rebuild, *, look_milliseconds: int = LOOK_MILLISECONDS
) -> None:
    """`documents` is a folder or a file; changes during a rebuild lead to one more. Ends by cancellation."""
    async for _ in _occasions(documents, look_milliseconds):
        await rebuild()


async def rebuild_at_intervals(seconds: float, rebuild: Rebuild) -> None:
    """Every so many seconds, counted from the end of the rebuild before. Ends by cancellation."""
    while True:
        await asyncio.sleep(seconds)
        await rebuild()


async def _occasions(documents: Path, look_milliseconds: int) -> AsyncIterator[None]:
    """One after each burst of changes, and one whenever another folder stands in the place (a mount)."""
    wanted, watched = _places(documents)

    def concerns_us(_: Change, path: str) -> bool:
        return Path(path) == wanted or wanted in Path(path).parents

    while True:
        folder = _identity(watched)
        if folder is None:
            await asyncio.sleep(look_milliseconds / 1000)
            continue
        async for changes in awatch(
            watched,
            watch_filter=concerns_us,
            step=QUIET_MILLISECONDS,
            debounce=LONGEST_MILLISECONDS,
            rust_timeout=look_milliseconds,
            yield_on_timeout=True,
        ):
            if _identity(watched) != folder:
                break  # the watch would go on with the folder that is no longer there
            if changes:
                yield
        yield


def _places(documents: Path) -> tuple[Path, Path]:
    """What is wanted, and what is watched for it.

    That is the folder above a single file: editors replace a file rather than write into it.
    """
    wanted = documents.absolute()
    return wanted, wanted if wanted.is_dir() else wanted.parent


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
