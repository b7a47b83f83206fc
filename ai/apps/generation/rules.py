"""A picker without a model: the names that the rules are sure of."""

import asyncio

from ai.apps.generation.candidates import find_candidates, finder_version
from server.domain.pick import PickerIdentity, PickRequest, Picks
from server.ports.morphology import Morphology


class RulesItemPicker:
    """Picks at once and never fails; the floor that a model must beat."""

    def __init__(self, morphology: Morphology) -> None:
        self._morphology = morphology

    def identity(self) -> PickerIdentity:
        """Depends on the clause, the rules and the morphology alone."""
        return PickerIdentity(
            origin="rules",
            model_id="",
            model_digest="",
            prompt_version="",
            schema_version="",
            finder_version=finder_version(self._morphology),
        )

    async def pick(self, request: PickRequest) -> Picks:
        """All sure names, in the order of the body."""
        # in a thread: a long clause takes some 20 ms, and other requests must not wait for it
        findings = await asyncio.to_thread(find_candidates, request.clause, self._morphology)
        names = dict.fromkeys(one.name for one in findings.candidates if one.name in findings.sure)
        return Picks(names=tuple(names), candidates=findings.candidates)
