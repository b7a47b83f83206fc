"""The anchor: the chain's last place in a file of its own, so that a shortened table is noticed."""

import json
import os
from dataclasses import asdict
from pathlib import Path

from server.domain.chain import Seal, canonical_json


def write_anchor(path: Path, seal: Seal) -> None:
    """Replace the anchor in one step, by a file that is on disk. Raises OSError.

    The folder is not synced: power that fails right after may bring the anchor before back, and
    records behind an anchor are in order. A process that is killed loses nothing.
    """
    aside = path.with_name(path.name + ".new")
    with aside.open("w", encoding="ascii") as file:
        file.write(canonical_json(asdict(seal)))
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def read_anchor(path: Path) -> Seal | None:
    """The anchor; None when there is none. A damaged one is a seal that holds nowhere."""
    try:
        data = json.loads(path.read_text(encoding="ascii"))
        return Seal(sequence=int(data["sequence"]), mac=str(data["mac"]), code=str(data["code"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        return Seal(sequence=0, mac="", code="")
