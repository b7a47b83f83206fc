"""Checks of clausecard's own parts, each through its port."""

from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np

from server.domain.finding import Finding
from server.domain.policy import Policy
from server.ports.clause_index import ClauseIndex
from server.ports.embedder import Embedder
from server.ports.ledger import LedgerKeeper

UNIT_TOLERANCE = 1e-3  # how far a vector's length may be from 1


def check_index(index: ClauseIndex, stale_reasons: Callable[[], Sequence[str]]) -> Finding:
    """An edition is published, can be read, and is what lies on the disk."""
    with index.current() as edition:
        info = edition.info
    info.check_searchable()
    detail = f"edition {info.number}: {info.documents} documents, {info.clauses} clauses"
    reasons = stale_reasons()
    if reasons:
        return Finding(
            name="index",
            state="warning",
            detail=f"{detail}; stale: {'; '.join(reasons)}",
            remedy="run `clausecard index build`, or set CLAUSECARD_REBUILD=watch",
        )
    if info.unreadable:
        return Finding(
            name="index",
            state="warning",
            detail=f"{detail}; {len(info.unreadable)} files could not be read",
            remedy="`clausecard index status` names each with its reason",
        )
    return Finding(name="index", state="ok", detail=detail)


def check_embedder(embedder: Embedder | None) -> Finding:
    """One query embedded, live; its vector has the promised shape."""
    if embedder is None:
        return Finding(name="embedder", state="ok", detail="off: search goes by words alone")
    started = perf_counter()
    vector = embedder.embed_query("전입 신고")
    milliseconds = (perf_counter() - started) * 1000
    detail = f"{embedder.embedder_id}, {embedder.dimension} dimensions, {milliseconds:.0f} ms a query"
    whole = vector.shape == (embedder.dimension,)
    if whole and abs(float(np.linalg.norm(vector)) - 1.0) <= UNIT_TOLERANCE:
        return Finding(name="embedder", state="ok", detail=detail)
    return Finding(
        name="embedder",
        state="failed",
        detail=f"{detail}; the vector is not of unit length or not of this shape",
        remedy="choose another EMBEDDING_MODEL, or set CLAUSECARD_EMBEDDER=none",
    )


def check_ledger(ledger: LedgerKeeper) -> Finding:
    """The whole chain, from the first record to the anchor."""
    verdict = ledger.verify()
    if verdict.fault is None:
        return Finding(name="ledger", state="ok", detail=f"{verdict.records} records, the chain holds")
    return Finding(
        name="ledger",
        state="failed",
        detail=f"record {verdict.fault.sequence}: {verdict.fault.kind}",
        remedy="keep the file as it is and read runbook/ledger.md",
    )


def check_policies(load: Callable[[], Policy]) -> Finding:
    """The policy files are there and valid."""
    policy = load()
    languages = sorted({rule.language for rule in policy.banned})
    detail = f"version {policy.version[:19]}, {len(policy.banned)} rules for {', '.join(languages)}"
    return Finding(name="policies", state="ok", detail=detail)


def check_generation(*, url: str | None, model: str | None) -> Finding:
    """Generation is on with both variables, off with neither; one alone is a slip."""
    if bool(url) == bool(model):
        return Finding(name="generation", state="ok", detail="on" if url else "off: cards are snippets")
    missing = "GENERATION_MODEL" if url else "OLLAMA_URL"
    return Finding(
        name="generation",
        state="warning",
        detail=f"off: {missing} is not set, though its partner is",
        remedy=f"set {missing}, or unset the other",
    )
