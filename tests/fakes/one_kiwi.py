"""The one real Kiwi of a test run: it takes 500 MB and 3 s."""

from functools import cache

from server.adapters.kiwi.morphology import KiwiMorphology


@cache
def one_kiwi() -> KiwiMorphology:
    return KiwiMorphology(workers=1)
