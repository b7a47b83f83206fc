"""The options of a model: the same in warm-up and in every call."""

import json
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelOptions:
    """Defaults as decision 0501 has them."""

    temperature: float = 0.0
    seed: int = 1
    num_ctx: int = 4096  # tokens of prompt and reply
    num_predict: int = 512  # tokens of the reply; a bound, and no reply is made longer by it
    num_thread: int = 0  # 0 leaves it to the server
    keep_alive: str = "30m"  # how long the server keeps the model in memory; -1 for ever

    def as_key(self) -> str:
        """Canonical JSON of the options that change a reply."""
        names = ("temperature", "seed", "num_ctx", "num_predict")
        return json.dumps({name: getattr(self, name) for name in names}, sort_keys=True)


def as_duration(text: str) -> str | int:
    """A plain number is seconds and must be sent as one: the server refuses it as text."""
    try:
        return int(text)
    except ValueError:
        return text


DEFAULTS = ModelOptions()
