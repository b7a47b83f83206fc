"""What a gate says when it does not let a value pass."""

from typing import NamedTuple

from server.domain.reasons import Gate


class Refused(NamedTuple):
    """The gate and a stable code below it; a gate that passes returns None or the checked value."""

    gate: Gate
    reason: str
