"""Which way the scores of a case point."""

from server.apps.evaluation.result import Case, mean

LESS_IS_BETTER = frozenset({"false_refusals", "wrong", "missed", "unverified"})
UNJUDGED = frozenset({"milliseconds", "found"})  # the machine's; the complement of `missed`


def judged(case: Case) -> tuple[str, ...]:
    """Names of the scores that say how good the case is."""
    return tuple(name for name in case.scores if name not in UNJUDGED)


def shortfall(case: Case) -> float:
    """0.0 when nothing could be better; the larger the worse."""
    return mean(
        [case.scores[name] if name in LESS_IS_BETTER else 1 - case.scores[name] for name in judged(case)]
    )


def is_worse(name: str, low: float, high: float) -> bool:
    """Does the whole interval of a change of this score lie on the bad side?"""
    return low > 0 if name in LESS_IS_BETTER else high < 0
