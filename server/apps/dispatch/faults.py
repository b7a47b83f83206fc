"""One table: what went wrong with the model -> the reason on the card."""

from collections.abc import Mapping

from server.domain import errors
from server.domain.reasons import FallbackReason

REASONS: Mapping[type[errors.ModelError], FallbackReason] = {
    errors.ModelTimeout: FallbackReason.TIMEOUT,
    errors.ModelBusy: FallbackReason.BUSY,
    errors.ModelUnavailable: FallbackReason.UNAVAILABLE,
    errors.ModelMissing: FallbackReason.MODEL_MISSING,
    errors.ModelInvalidReply: FallbackReason.INVALID_REPLY,
    errors.ModelTooLong: FallbackReason.TOO_LONG,
}

ANSWERED = (errors.ModelInvalidReply, errors.ModelTooLong)
"""Failures of one call that prove the server alive: they say nothing against the next call."""


def reason_of(error: errors.ModelError) -> FallbackReason:
    """The reason of an error's class, or of its nearest parent in the table."""
    for kind in type(error).__mro__:
        if kind in REASONS:
            return REASONS[kind]
    return FallbackReason.UNAVAILABLE
