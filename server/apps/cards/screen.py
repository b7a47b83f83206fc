"""Which texts may be shown: the banned check, remembered for texts that come again."""

from functools import lru_cache

from server.domain.policy import Policy
from server.gates.banned import find_banned

MAX_TEXTS = 20_000  # titles and sentences of clauses; about 10 MB


class Screen:
    """One for the whole process. Thread-safe.

    The skeleton of a text costs some milliseconds, and the same titles and sentences of much
    asked clauses come again and again; a text's verdict follows from it and the policy alone.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.may_show = lru_cache(maxsize=MAX_TEXTS)(self._may_show)

    def _may_show(self, text: str, item_names: tuple[str, ...] = ()) -> bool:
        return find_banned(text, self.policy, item_names=item_names) is None
