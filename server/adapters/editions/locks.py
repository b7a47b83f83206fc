"""Locks that end with the process that holds them, killed or not (flock).

Readers of an edition share a lock on its manifest; whoever removes an edition takes that lock alone
first. Linked files share their inode across editions, the manifest is each edition's own.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

ATTEMPT_SECONDS = 0.02


def lock_shared(path: Path) -> int | None:
    """Descriptor with a shared lock, None when somebody removes it right now. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    if _locked(descriptor, fcntl.LOCK_SH) and _still_there(descriptor, path):
        return descriptor
    os.close(descriptor)
    return None


@contextmanager
def lock_alone(path: Path, *, attempts: int = 1) -> Iterator[bool]:
    """Whether the lock was got. Raises OSError.

    `is_locked` holds the lock for an instant; more `attempts` bridge that.
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        yield _locked(descriptor, fcntl.LOCK_EX) or _locked_later(descriptor, attempts - 1)
    finally:
        os.close(descriptor)


def is_locked(path: Path) -> bool:
    """Somebody holds the lock alone."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        return not _locked(descriptor, fcntl.LOCK_SH)
    finally:
        os.close(descriptor)


def _locked(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _locked_later(descriptor: int, attempts: int) -> bool:
    for _ in range(attempts):
        sleep(ATTEMPT_SECONDS)
        if _locked(descriptor, fcntl.LOCK_EX):
            return True
    return False


def _still_there(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
