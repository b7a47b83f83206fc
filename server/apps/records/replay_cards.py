"""A record of cards: the same cards again from the clauses, the recorded picks and the gates of now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from server.apps.cards.making import CardMaker
from server.apps.cards.screen import Screen
from server.apps.cards.snippet import coverage_terms
from server.apps.records.replayed import Remade
from server.domain.card import Card
from server.domain.clause import Clause
from server.domain.hit import Hit
from server.domain.pick import Candidate, Picks
from server.domain.plain import as_json
from server.domain.query import Query
from server.domain.reasons import FallbackReason, Freshness, Tier
from server.domain.record import Record
from server.gates.picks import PickVerdict, check_picks

Content = Mapping[str, Any]


def remake_cards(record: Record, clauses: Mapping[str, Clause], screen: Screen) -> Remade:
    """The cards as they would be shown now, and what the gates refuse now."""
    content: Content = record.content
    shown: Sequence[Content] = content["shown"]
    versions = {"policy_version": screen.policy.version}
    if not shown:
        return Remade(shown=[], refusals=frozenset(), versions=versions)
    query = Query(text=content["query"], language=content["language"], k=content["k"])
    maker = CardMaker(
        request_id=record.request_id,
        language=query.language,
        terms=coverage_terms(query.text),
        screen=screen,
    )
    hits = [_hit(card, clauses) for card in shown]
    freshness = {card["source"]["doc_id"]: Freshness(card["source"]["freshness"]) for card in shown}
    first, *others = maker.snippet_cards(hits, edition=shown[0]["source"]["edition"], freshness=freshness)
    first, verdict = _settle(first, content, hits[0].clause, maker, query)
    refusals = frozenset((f"{one.gate.value}/{one.reason}", one.name) for one in verdict.refusals)
    return Remade(shown=[as_json(card) for card in (first, *others)], refusals=refusals, versions=versions)


def recorded_refusals(content: Content) -> frozenset[tuple[str, str]]:
    """(rule, name) of every refusal in the record."""
    pick = content["pick"]
    return frozenset(
        (f"{one['gate']}/{one['reason']}", one["name"]) for one in (pick or {}).get("refusals", ())
    )


_NOTHING = PickVerdict(items=(), refusals=(), fallback_reason=None, note=None)


def _settle(
    card: Card, content: Content, clause: Clause, maker: CardMaker, query: Query
) -> tuple[Card, PickVerdict]:
    """The first card: with the picks that came, or with the reason that none did."""
    pick = content["pick"]
    recorded = content["shown"][0]["fallback_reason"]
    if pick is None or (not pick["raw_reply"] and not pick["names"]):
        reason = FallbackReason(recorded) if recorded else None
        return replace(card, fallback_reason=reason), _NOTHING
    picks = Picks(
        names=tuple(pick["names"]),
        candidates=tuple(
            Candidate(name=name, start=start, end=end)
            for name, (start, end) in zip(pick["candidates"], pick["spans"], strict=True)
        ),
        raw_reply=pick["raw_reply"],
    )
    verdict = check_picks(clause, picks, maker.screen.policy, query=query)
    upgraded = maker.items_card(card, verdict.items, verdict.note, pick["picker"]["origin"])
    reason = verdict.fallback_reason or FallbackReason.BANNED
    return upgraded or replace(card, fallback_reason=reason), verdict


def _hit(card: Content, clauses: Mapping[str, Clause]) -> Hit:
    clause = clauses[card["source"]["clause_id"]]
    return Hit(clause=clause, score=card["score"], tier=Tier(card["tier"]))
