"""The one real Kiwi of a test run: it takes 500 MB and 3 s."""

from functools import cache

from server.adapters.kiwi.morphology import KiwiMorphology
from server.adapters.kiwi.word_by_word import WordByWord


@cache
def one_kiwi() -> KiwiMorphology:
    return KiwiMorphology(workers=1)


@cache
def one_word_by_word() -> WordByWord:
    """As the analyser uses it."""
    return WordByWord(one_kiwi())
