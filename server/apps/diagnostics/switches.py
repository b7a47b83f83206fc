"""The state of every switch, and why it stands so."""

from collections.abc import Mapping
from typing import Literal

from server.apps.dispatch import Dispatcher
from server.domain.plain import as_json

Switches = Mapping[str, Mapping[str, object]]


def generation_switch(
    *, picker: Literal["model", "rules"], url: str | None, model: str | None, mode: str, percent: int
) -> Mapping[str, object]:
    """off, on or shadow. Names the variable that is missing; the address itself is not shown."""
    share = "" if percent == 100 else f", {percent} % of the sessions"
    if picker == "rules":
        return {"state": mode, "why": f"CLAUSECARD_ITEM_PICKER=rules: rules pick the papers{share}"}
    missing = [name for name, value in (("OLLAMA_URL", url), ("GENERATION_MODEL", model)) if not value]
    if missing:
        return {"state": "off", "why": f"{' and '.join(missing)} not set: cards show extracts"}
    return {"state": mode, "why": f"{model} picks the papers{share}"}


def plain_switch(state: str, why: str) -> Mapping[str, object]:
    """A switch with its reason."""
    return {"state": state, "why": why}


def model_switch(dispatcher: Dispatcher) -> Mapping[str, object]:
    """The breaker and the queue in front of the model."""
    snapshot = dispatcher.snapshot()
    why = f"{snapshot.in_flight} in flight, {snapshot.waiting} waiting"
    return {"state": snapshot.breaker.state, "why": why, "dispatcher": as_json(snapshot)}
