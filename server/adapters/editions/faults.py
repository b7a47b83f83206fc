"""Every error of SQLite, Tantivy, NumPy and the file system, and ours for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, ENOSPC

import apsw

from server.domain.errors import BuildFailed, IndexUnavailable

STORE_FAULTS = (apsw.Error, OSError, ValueError, KeyError)  # ValueError: Tantivy's binding knows no other
DISK_FULL = frozenset({ENOSPC, EDQUOT})


@contextmanager
def as_unavailable() -> Iterator[None]:
    """A reader's faults: IndexUnavailable."""
    try:
        yield
    except STORE_FAULTS as fault:
        raise IndexUnavailable(f"the edition cannot be read: {fault}") from fault


@contextmanager
def as_failed_build() -> Iterator[None]:
    """A builder's faults: BuildFailed."""
    try:
        yield
    except STORE_FAULTS as fault:
        if _is_disk_full(fault):
            raise BuildFailed(
                "the disk is full; the edition before it still serves",
                remedy="free disk space (an edition needs room twice), then run `clausecard index build`",
            ) from fault
        raise BuildFailed(f"the edition cannot be written: {fault}") from fault


def _is_disk_full(fault: Exception) -> bool:
    return isinstance(fault, apsw.FullError) or (isinstance(fault, OSError) and fault.errno in DISK_FULL)
