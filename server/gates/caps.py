"""How much a card may hold."""

from server.domain.reasons import Gate
from server.gates.verdict import Refused

MAX_ITEMS = 12
MAX_NAME_CHARACTERS = 80
MAX_TEXT_CHARACTERS = 600


def name_cap(name: str) -> Refused | None:
    """Refuses a name longer than MAX_NAME_CHARACTERS."""
    return Refused(Gate.CAPS, "name_too_long") if len(name) > MAX_NAME_CHARACTERS else None


def item_cap(already: int) -> Refused | None:
    """Refuses one more item on a card that holds MAX_ITEMS."""
    return Refused(Gate.CAPS, "too_many_items") if already >= MAX_ITEMS else None
