"""What the ledger gets about an answer: everything that decided what was shown. Plain JSON values."""

from collections.abc import Mapping

from server.apps.answers.told import Drafted, Told
from server.domain.answer import Answer
from server.domain.plain import as_json


def audit_content(told: Told, *, rules_version: str) -> Mapping[str, object]:
    """Asked, found, packed, drafted, refused, shown; replay needs no more than this and the edition."""
    query, retrieval = told.frame.query, told.found.retrieval
    return {
        "query": query.text,
        "language": query.language,
        "collection": query.scope.collection,
        "documents": None if query.scope.documents is None else sorted(query.scope.documents),
        "k": query.k,
        "edition": told.frame.edition,
        "index_stale": told.frame.index_stale,
        "exact_terms": list(retrieval.exact_terms) if retrieval else [],
        "missing_exact_terms": list(retrieval.missing_exact_terms) if retrieval else [],
        "degraded": list(retrieval.degraded) if retrieval else [],
        "hits": [
            {
                "clause_id": hit.clause.clause_id,
                "content_hash": hit.clause.content_hash,
                "score": hit.score,
                "tier": hit.tier.value,
                "reason": hit.reason,
                "admitted": hit in told.found.hits,
            }
            for hit in (retrieval.hits if retrieval else ())
        ],
        "pack": None
        if told.pack is None
        else [
            {
                "n": piece.n,
                "clause_id": piece.clause.clause_id,
                "content_hash": piece.clause.content_hash,
                "score": piece.score,
                "start": piece.start,
                "end": piece.end,
            }
            for piece in told.pack.pieces
        ],
        "rules_version": rules_version,
        "prompt_version": told.frame.prompt_version,
        "draft": None if told.drafted is None else _draft(told.drafted),
        "shown": None if told.answer is None else shown(told.answer),
        "timings": as_json(told.timings),
    }


def shown(answer: Answer) -> Mapping[str, object]:
    """What the caller saw, without what differs from run to run (timings, explain)."""
    plain = as_json(answer)
    return {name: plain[name] for name in plain if name not in {"timings", "explain"}}


def _draft(drafted: Drafted) -> Mapping[str, object]:
    return {
        "model_id": drafted.draft.model_id,
        "model_digest": drafted.draft.model_digest,
        "prompt_version": drafted.draft.prompt_version,
        "temperature": drafted.temperature,
        "raw_reply": drafted.draft.raw_reply,
        "usage": dict(drafted.draft.usage),
        "refusals": [
            {"sentence": refusal.sentence, "rule": refusal.rule, "detail": refusal.detail}
            for refusal in drafted.verdict.refusals
        ],
    }
