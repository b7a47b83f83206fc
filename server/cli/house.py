"""The house of one command: settings from the environment, parts from the composition root."""

import asyncio
import os
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from server.apps.records.masking import mask
from server.cli.output import readable_errors
from server.domain.errors import SettingsError
from server.http.logs import configure_logs
from server.main import House
from server.settings import read_settings

T = TypeVar("T")


@contextmanager
def open_house() -> Iterator[House]:
    """Errors of ours become a message with its remedy and an exit code."""
    with readable_errors():
        configure_logs("warning", mask=mask)  # a command speaks by itself; `serve` sets its own level
        settings = read_settings(os.environ)
        if settings.data.exists() and not settings.data.is_dir():
            raise SettingsError(f"CLAUSECARD_DATA={settings.data} is a file", remedy="name a folder")
        house = House(settings)
        try:
            yield house
        finally:
            house.close()


def run_story(house: House, story: Coroutine[Any, Any, T]) -> T:
    """Run one story of the house and end what it left in the background."""

    async def to_its_end() -> T:
        try:
            return await story
        finally:
            await house.aclose()

    return asyncio.run(to_its_end())
