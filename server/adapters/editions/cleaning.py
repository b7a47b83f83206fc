"""What may go: debris of killed builds, and editions that nobody reads any more."""

from pathlib import Path

from server.adapters.editions.layout import (
    BUILDING,
    MANIFEST,
    edition_folder,
    edition_numbers,
    remove_tree,
)
from server.adapters.editions.locks import lock_alone


def remove_unread(folder: Path, *, current: int) -> None:
    """Remove editions before the current one that no process reads. Safe at any time, for anybody."""
    for number in edition_numbers(folder):
        if number < current:
            _remove_if_unread(edition_folder(folder, number))


def remove_debris(folder: Path, *, current: int | None) -> None:
    """Remove what earlier builds left behind. Only for the one builder.

    An edition above the pointer is complete but was never published: its builder was killed in between.
    """
    remove_tree(folder / BUILDING)
    for number in edition_numbers(folder):
        if number != current:
            _remove_if_unread(edition_folder(folder, number))


def _remove_if_unread(edition: Path) -> None:
    try:
        with lock_alone(edition / MANIFEST) as unread:
            if unread:
                remove_tree(edition)
    except FileNotFoundError:
        remove_tree(edition)  # somebody was killed while removing it
