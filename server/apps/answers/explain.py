"""A look into every step, as plain values: for `explain`, `/rag/debug` and `--explain`."""

from collections.abc import Mapping

from server.apps.answers.told import Told
from server.domain.hit import Hit
from server.domain.plain import as_json


def explain_answer(told: Told) -> Mapping[str, object]:
    """Query, exact terms, hits by tier with reasons, the trace, the packed prompt, the draft's verdict."""
    retrieval, query = told.found.retrieval, told.frame.query
    return {
        "query": {"text": query.text, "language": query.language, "k": query.k},
        "outcome": told.found.outcome.value,
        "reason": told.found.reason.value if told.found.reason else None,
        "exact_terms": list(retrieval.exact_terms) if retrieval else [],
        "missing_exact_terms": list(retrieval.missing_exact_terms) if retrieval else [],
        "degraded": list(retrieval.degraded) if retrieval else [],
        "hits": [_hit(hit, told) for hit in retrieval.hits] if retrieval else [],
        "trace": [as_json(step) for step in retrieval.trace] if retrieval else [],
        "pack": None
        if told.pack is None
        else {
            "data": told.pack.data,
            "tokens": told.pack.tokens,
            "extracts": [
                {"n": extract.n, "clause_ids": list(extract.clause_ids)} for extract in told.pack.extracts
            ],
            "left_out": list(told.pack.left_out),
            "prompt_version": told.frame.prompt_version,
        },
        "verdict": None
        if told.drafted is None
        else {
            "sentences": [sentence.text for sentence in told.drafted.verdict.sentences],
            "refusals": [
                {"rule": refusal.rule, "detail": refusal.detail} for refusal in told.drafted.verdict.refusals
            ],
        },
        "timings": as_json(told.timings),
    }


def _hit(hit: Hit, told: Told) -> Mapping[str, object]:
    return {
        "clause_id": hit.clause.clause_id,
        "document": hit.clause.document,
        "clause": hit.clause.number,
        "heading": hit.clause.heading,
        "score": hit.score,
        "tier": hit.tier.value,
        "reason": hit.reason,
        "legs": dict(hit.legs),
        "ranks": dict(hit.ranks),
        "fused": hit.fused,
        "admitted": hit in told.found.hits,
    }
