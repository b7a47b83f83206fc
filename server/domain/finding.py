"""One line of the doctor: a thing that can be wrong, how it is, and what to do."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warning", "failed"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """`remedy` is empty only where nothing needs to be done."""

    name: str
    state: State
    detail: str
    remedy: str = ""
