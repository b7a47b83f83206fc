"""Runs the doctor's checks. One that fails hides none of the others."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from server.domain.errors import ClausecardError
from server.domain.finding import Finding

Check = Callable[[], Awaitable[Sequence[Finding]]]
"""Gives one finding or more; may raise nothing."""

Work = Callable[[], Finding | str]
"""A finding, or the detail of one that is ok. May raise ClausecardError or OSError."""

GENERAL_REMEDY = "see the runbook"


def check(name: str, work: Work) -> Check:
    """A check of ordinary code; it runs in a thread, because disks and models take their time."""

    async def run() -> Sequence[Finding]:
        return [await asyncio.to_thread(_find, name, work)]

    return run


def _find(name: str, work: Work) -> Finding:
    try:
        found = work()
    except ClausecardError as error:
        return Finding(name=name, state="failed", detail=str(error), remedy=error.remedy or GENERAL_REMEDY)
    except OSError as error:
        return Finding(
            name=name, state="failed", detail=error.strerror or "an input/output fault", remedy=GENERAL_REMEDY
        )
    return found if isinstance(found, Finding) else Finding(name=name, state="ok", detail=found)


async def run_checks(checks: Iterable[Check]) -> tuple[Finding, ...]:
    """All findings in order. One check at a time: latencies are measured alone."""
    return tuple([finding for run in checks for finding in await run()])


def exit_code(findings: Iterable[Finding]) -> int:
    """1 when something failed, else 0: a warning lets a deployment go on."""
    return int(any(finding.state == "failed" for finding in findings))
