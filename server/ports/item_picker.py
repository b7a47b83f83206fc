"""Who picks item names out of a clause."""

from typing import Protocol

from server.domain.pick import PickerIdentity, PickRequest, Picks


class ItemPicker(Protocol):
    """Picks names; decides nothing."""

    def identity(self) -> PickerIdentity:
        """What a pick depends on besides the clause. Cheap, never waits."""
        ...

    async def pick(self, request: PickRequest) -> Picks:
        """Pick within the request's deadline.

        Raises a ModelError subclass for every failure; picks without candidates mean that no
        call was made. Cancelling the task closes the upstream call.
        """
        ...
