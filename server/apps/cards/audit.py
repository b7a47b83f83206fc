"""What the ledger gets: everything that decided what was shown. Plain JSON values."""

from collections.abc import Mapping

from server.apps.cards.switch import Switch
from server.apps.cards.told import Picked, Told
from server.domain.hit import Hit
from server.domain.plain import as_json


def audit_content(told: Told, *, switch: Switch, policy_version: str) -> Mapping[str, object]:
    """Asked, found, picked, refused, shown; see runbook/cards.md for how to read it."""
    query, answer, retrieval = told.asked.query, told.answer, told.found.retrieval
    return {
        "stage": told.stage,
        "query": query.text,
        "language": query.language,
        "collection": query.scope.collection,
        "documents": None if query.scope.documents is None else sorted(query.scope.documents),
        "k": query.k,
        "session": told.asked.session,
        "deadline_ms": round(told.asked.deadline_seconds * 1000),
        "edition": answer.edition,
        "outcome": answer.outcome.value,
        "reason": answer.reason,
        "index_stale": answer.index_stale,
        "exact_terms": list(retrieval.exact_terms) if retrieval else [],
        "missing_exact_terms": list(answer.missing_exact_terms),
        "degraded": list(answer.degraded),
        "hits": [_hit(hit) for hit in retrieval.hits] if retrieval else [],
        "generation": {"mode": switch.mode, "percent": switch.percent},
        "policy_version": policy_version,
        "pick": None if told.picked is None else _pick(told.picked),
        "shown": [as_json(card) for card in answer.cards],
        "timings": as_json(answer.timings),
    }


def _hit(hit: Hit) -> Mapping[str, object]:
    return {
        "clause_id": hit.clause.clause_id,
        "content_hash": hit.clause.content_hash,
        "score": hit.score,
        "tier": hit.tier.value,
        "reason": hit.reason,
        "legs": dict(hit.legs),
        "ranks": dict(hit.ranks),
        "fused": hit.fused,
    }


def _pick(picked: Picked) -> Mapping[str, object]:
    picks = picked.picks
    return {
        "clause_id": picked.clause_id,
        "picker": as_json(picked.identity),
        "fallback_reason": picked.reason.value if picked.reason else None,
        "candidates": [candidate.name for candidate in picks.candidates] if picks else [],
        "spans": [[candidate.start, candidate.end] for candidate in picks.candidates] if picks else [],
        "names": list(picks.names) if picks else [],
        "raw_reply": picks.raw_reply if picks else "",
        "usage": dict(picks.usage) if picks else {},
        "items": [item.name for item in picked.items],
        "refusals": [
            {"name": refusal.name, "gate": refusal.gate.value, "reason": refusal.reason}
            for refusal in picked.refusals
        ],
    }
