"""Asks a model server, live, whether it does what clausecard needs of it."""

from typing import Protocol

from server.domain.finding import Finding


class ModelProbe(Protocol):
    """Costs a few model calls; for the doctor, not for every request."""

    async def findings(self) -> tuple[Finding, ...]:
        """One finding a question, in order. Never raises for what the server does wrong."""
        ...
