"""The system's Chromium, as every browser test and tool starts it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
NAMES = ("chromium", "chromium-browser", "google-chrome")


def executable() -> str:
    """Where the browser is; a missing one is an error with what to do, never a skipped test."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise RuntimeError("no Chromium: run `tools/setup.sh test`, or `apt-get install chromium`")
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """One headless browser; contexts are cheap and keep tests apart."""
    root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable(), args=[*FLAGS, *root], handle_sigint=False, handle_sigterm=False
        )
        yield browser
        browser.close()
