"""The way into the ledger: mask, append, and what happens when the ledger cannot take it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, cast

import structlog

from server.apps.records.masking import mask, mask_values
from server.domain.errors import LedgerUnavailable
from server.domain.record import Record
from server.ports.ledger import Ledger
from server.ports.metrics import Metrics

LedgerPolicy = Literal["required", "best_effort"]

_log = structlog.get_logger("clausecard.records")


class Recorder:
    """Called once for each answer, before it is shown. May block on the disk; safe for threads.

    Policy `required`: no record, no answer; LedgerUnavailable goes up. `best_effort`: the answer
    goes out and the loss is counted (kind `ledger`, reason `lost`).
    """

    def __init__(self, ledger: Ledger, *, policy: LedgerPolicy, metrics: Metrics) -> None:
        self._ledger = ledger
        self._policy = policy
        self._metrics = metrics

    def record(self, record: Record) -> None:
        """Keep one record, personal numbers masked in all of its texts, the request id included."""
        self._append(record, required=self._policy == "required")

    def keep(self, record: Record) -> None:
        """The same where keeping is all that was asked for: raises LedgerUnavailable by either policy."""
        self._append(record, required=True)

    def _append(self, record: Record, *, required: bool) -> None:
        masked = replace(
            record,
            request_id=mask(record.request_id),
            content=cast("Mapping[str, object]", mask_values(record.content)),
        )
        try:
            self._ledger.append(masked)
        except LedgerUnavailable as error:
            self._metrics.count("ledger", "refused" if required else "lost")
            _log.warning("record_lost", request_id=masked.request_id, cause=repr(error.__cause__))
            if required:
                raise
        else:
            self._metrics.count("ledger", "kept")
