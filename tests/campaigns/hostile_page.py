"""500 hostile strings through the page in a real browser, in batches that fit one index."""

import logging

import httpx
import structlog

from tests.browser.chrome import chromium
from tests.browser.desk import opened
from tests.browser.hostile import hostile_house, hostile_strings, still_usable, visit
from tests.fakes.web import served

COUNT = 500
BATCH = 50
SEED = 1


def run(count: int = COUNT) -> dict[str, object]:
    """What ran, left the origin or was refused by the policy; all of it should be zero."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    strings = hostile_strings(count, seed=SEED)
    faults: list[str] = []
    reports = batches = usable = 0
    with chromium() as browser:
        for start in range(0, len(strings), BATCH):
            batch = strings[start : start + BATCH]
            with (
                served(hostile_house(batch).services()) as url,
                opened(browser, url, {"locale": "ko-KR"}) as desk,
            ):
                for text in batch:
                    visit(desk, text)
                usable += still_usable(desk)
                faults += desk.faults()
                reasons = httpx.get(f"{url}/v1/status").json()["last_hour"]["reasons"]
                reports += sum(one["count"] for one in reasons if one["kind"] == "csp")
            batches += 1
            print(f"{min(start + BATCH, len(strings))} of {len(strings)}: {len(faults)} faults")
    structlog.reset_defaults()
    for fault in faults[:20]:
        print(fault)
    return {
        "strings": len(strings),
        "scripts_run": sum(fault.startswith(("a script ran", "dialog")) for fault in faults),
        "elements_made_of_text": sum("elements were made" in fault for fault in faults),
        "requests_off_origin": sum(fault.startswith("off origin") for fault in faults),
        "policy_reports": reports,
        "other_faults": sum(fault.startswith(("script failed", "console")) for fault in faults),
        "batches_usable_after": f"{usable} of {batches}",
    }
