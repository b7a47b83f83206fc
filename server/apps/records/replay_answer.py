"""A record of an answer: the same answer again from the clauses, the raw reply and the rules of now."""

from collections.abc import Mapping
from typing import Any

from server.apps.answers.audit import shown as shown_of
from server.apps.answers.pack import Pack, rebuild_pack
from server.apps.answers.telling import (
    NEAR_NAME,
    Frame,
    sources_of,
    tell_draft,
    tell_refusal,
    tell_sources,
)
from server.apps.answers.verifier import Verifier
from server.apps.cards.screen import Screen
from server.apps.records.replayed import Remade
from server.domain.answer import Answer, Draft
from server.domain.clause import Clause
from server.domain.hit import Hit
from server.domain.query import Query
from server.domain.reasons import AnswerOutcome, Tier
from server.domain.record import Record
from server.gates.citations import DraftVerdict

Content = Mapping[str, Any]


def remake_answer(
    record: Record, clauses: Mapping[str, Clause], screen: Screen, verifier: Verifier
) -> Remade:
    """The answer as it would be told now, and the sentences that the rules refuse now."""
    content: Content = record.content
    frame = _frame(record, screen)
    answer, verdict = _tell(content, frame, clauses, screen, verifier)
    refusals = frozenset((one.rule, one.sentence) for one in verdict.refusals) if verdict else frozenset()
    return Remade(shown=shown_of(answer), refusals=refusals, versions={"rules_version": verifier.version})


def recorded_refusals(content: Content) -> frozenset[tuple[str, str]]:
    """(rule, sentence) of every refusal in the record."""
    draft = content["draft"]
    return frozenset((one["rule"], one["sentence"]) for one in (draft or {}).get("refusals", ()))


def _tell(
    content: Content, frame: Frame, clauses: Mapping[str, Clause], screen: Screen, verifier: Verifier
) -> tuple[Answer, DraftVerdict | None]:
    then = content["shown"]
    if content["pack"] is None:
        missing = then["missing_exact_terms"]
        if then["reason"] == NEAR_NAME:
            admitted = [clauses[hit["clause_id"]] for hit in content["hits"] if hit["admitted"]]
            missing = verifier.near_names(frame.query.text, admitted, frame.query.language)
        return tell_refusal(frame, then["reason"], missing), None
    pack = _pack(content, clauses)
    sources = sources_of(pack, frame.query, screen)
    if content["draft"] is None:
        return tell_sources(frame, AnswerOutcome(then["outcome"]), then["reason"], sources), None
    draft = _draft(content["draft"])
    verdict = verifier.verify(draft.text, pack.extracts, frame.query.language)
    return tell_draft(frame, draft, verdict, pack, sources), verdict


def _frame(record: Record, screen: Screen) -> Frame:
    content: Content = record.content
    query = Query(text=content["query"], language=content["language"], k=content["k"])
    return Frame(
        request_id=record.request_id,
        query=query,
        created_at=record.created_at,
        edition=content["edition"],
        index_stale=content["index_stale"],
        prompt_version=content["prompt_version"],
        labels=screen.policy.labels[query.language],
    )


def _pack(content: Content, clauses: Mapping[str, Clause]) -> Pack:
    return rebuild_pack(
        [
            (
                piece["n"],
                Hit(clause=clauses[piece["clause_id"]], score=piece["score"], tier=Tier.STRONG),
                piece["end"] - piece["start"],
            )
            for piece in content["pack"]
        ]
    )


def _draft(recorded: Content) -> Draft:
    return Draft(
        text=recorded["raw_reply"],
        raw_reply=recorded["raw_reply"],
        model_id=recorded["model_id"],
        model_digest=recorded["model_digest"],
        prompt_version=recorded["prompt_version"],
    )
