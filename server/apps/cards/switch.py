"""Is the model asked for this request? Off, on, in shadow, or for a share of the requests."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from server.domain.reasons import FallbackReason


@dataclass(frozen=True, kw_only=True, slots=True)
class Switch:
    """The state of generation, as the settings say it."""

    mode: Literal["off", "on", "shadow"]
    percent: int = 100  # of sessions (or of requests without one)

    def withholds(self, key: str) -> FallbackReason | None:
        """Why nothing is picked for this session or request; None when the model is asked.

        The same key always falls on the same side, and who was in at 10 % is in at 50 %.
        """
        if self.mode == "off":
            return FallbackReason.OFF
        bucket = int.from_bytes(sha256(key.encode()).digest()[:8], "big") % 100
        return None if bucket < self.percent else FallbackReason.NOT_SELECTED
