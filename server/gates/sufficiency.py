"""May anything be shown? At least one exact or strong hit, and no exact term missing."""

from server.domain.hit import Hit, Retrieval, Sufficiency
from server.domain.reasons import NoDocumentsReason, Outcome, Tier

STRONG = 0.32  # calibrated score from which a hit may be shown alone
BORDERLINE = 0.25  # from which it may accompany a strong one

DOCUMENT_MISSING = "document_missing"  # a hit's reason: its document is no longer on disk


def tier_of(score: float, *, strong: float = STRONG, borderline: float = BORDERLINE) -> Tier:
    """The tier of a calibrated score; a score equal to a threshold has reached it."""
    if score >= strong:
        return Tier.STRONG
    if score >= borderline:
        return Tier.BORDERLINE
    return Tier.REJECTED


def judge(retrieval: Retrieval) -> Sufficiency:
    """Admitted hits in their order, or the first reason that holds why there are none."""
    reason = _refusal(retrieval)
    if reason is not None:
        return Sufficiency(outcome=Outcome.NO_DOCUMENTS, reason=reason, admitted=(), refused=retrieval.hits)
    return Sufficiency(
        outcome=Outcome.CARDS,
        reason=None,
        admitted=tuple(hit for hit in retrieval.hits if hit.tier is not Tier.REJECTED),
        refused=tuple(hit for hit in retrieval.hits if hit.tier is Tier.REJECTED),
    )


def _refusal(retrieval: Retrieval) -> NoDocumentsReason | None:
    if not retrieval.query.text.strip():
        return NoDocumentsReason.EMPTY_QUERY
    if retrieval.missing_exact_terms:
        return NoDocumentsReason.EXACT_TERM_MISSING
    if any(_stands_alone(hit) for hit in retrieval.hits):
        return None
    if any(hit.reason == DOCUMENT_MISSING for hit in retrieval.hits):
        return NoDocumentsReason.DOCUMENT_MISSING
    return NoDocumentsReason.BELOW_THRESHOLD if retrieval.hits else NoDocumentsReason.NOTHING_FOUND


def _stands_alone(hit: Hit) -> bool:
    return hit.tier in (Tier.EXACT, Tier.STRONG)
