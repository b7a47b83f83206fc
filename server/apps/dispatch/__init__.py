"""Calls to the model, in time: few at once, a short queue, and a breaker for bad days."""

from server.apps.dispatch.breaker import Breaker, BreakerSnapshot
from server.apps.dispatch.dispatcher import Dispatcher, DispatcherSnapshot, Lane
from server.apps.dispatch.faults import reason_of

__all__ = ["Breaker", "BreakerSnapshot", "Dispatcher", "DispatcherSnapshot", "Lane", "reason_of"]
