"""The anchor: the chain's last place in a file of its own, so that a shortened table is noticed."""

import json
import os
from dataclasses import asdict
from pathlib import Path

from server.domain.chain import Seal, canonical_json

SIZE = 512  # bytes, one sector: a disk writes it whole or not at all


def write_anchor(path: Path, seal: Seal) -> None:
    """Write over the anchor in place. On return it is on disk. Raises OSError.

    A new file under the old name would be the usual way, and costs dozens of times more on a
    journalling file system (decision 0703).
    """
    content = canonical_json(asdict(seal)).encode("ascii").ljust(SIZE)
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        os.pwrite(file, content, 0)
        os.ftruncate(file, SIZE)
        os.fdatasync(file)
    finally:
        os.close(file)


def read_anchor(path: Path) -> Seal | None:
    """The anchor; None when there is none. A damaged one is a seal that holds nowhere."""
    try:
        data = json.loads(path.read_text(encoding="ascii"))
        return Seal(sequence=int(data["sequence"]), mac=str(data["mac"]), code=str(data["code"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        return Seal(sequence=0, mac="", code="")
