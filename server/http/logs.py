"""Structured logs: one JSON object a line, request id on each, personal numbers masked."""

import logging
import sys
from collections.abc import Callable, MutableMapping
from typing import Any

import structlog

EventDict = MutableMapping[str, Any]


def configure_logs(level: str, *, mask: Callable[[str], str]) -> None:
    """Write to standard error. Every string value passes `mask`, tracebacks included."""

    def mask_values(_logger: object, _method: str, event: EventDict) -> EventDict:
        return {name: mask(value) if isinstance(value, str) else value for name, value in event.items()}

    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.format_exc_info,
            mask_values,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),  # digits of ours: no need to mask them
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),  # today's, should it be replaced
        cache_logger_on_first_use=False,
    )
