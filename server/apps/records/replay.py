"""Replay: the gates and the assembly again over a recorded reply. No retrieval, no model.

The clauses come from the current edition by id; one whose hash differs is a change of the edition.
Both sides are compared masked, as the ledger holds them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from server.apps.answers.telling import NEAR_NAME
from server.apps.answers.verifier import Verifier
from server.apps.cards.screen import Screen
from server.apps.records.masking import EMAIL, mask, mask_values
from server.apps.records.numbers import CARD, PHONE, RESIDENT
from server.apps.records.replay_answer import recorded_refusals as answer_refusals
from server.apps.records.replay_answer import remake_answer
from server.apps.records.replay_cards import recorded_refusals as card_refusals
from server.apps.records.replay_cards import remake_cards
from server.apps.records.replayed import Change, Remade, Replay
from server.domain.chain import canonical_json
from server.domain.clause import Clause
from server.domain.errors import NotFound
from server.domain.record import SealedRecord
from server.gates.banned import find_banned
from server.ports.clause_index import ClauseIndex
from server.ports.ledger import Ledger

Content = Mapping[str, Any]


class Replayer:
    """Replays records of cards and of answers under the policy and the edition of now."""

    def __init__(self, *, ledger: Ledger, index: ClauseIndex, screen: Screen, verifier: Verifier) -> None:
        self._ledger = ledger
        self._index = index
        self._screen = screen
        self._verifier = verifier

    def replay(self, request_id: str) -> Replay:
        """Raises NotFound when there is nothing to replay, IndexEmpty and IndexUnavailable."""
        sealed = self._last(request_id)
        content: Content = sealed.record.content
        with self._index.current() as edition:
            clauses = {clause_id: edition.clause(clause_id) for clause_id in _clause_ids(content)}
        changes = list(_clause_changes(content, clauses))
        if changes:
            return self._result(sealed, changes, None)
        remade = self._remake(sealed, {name: clause for name, clause in clauses.items() if clause})
        same = canonical_json(mask_values(remade.shown)) == canonical_json(content["shown"])
        changes += _version_changes(content, remade)
        changes += self._rule_changes(sealed, remade)
        if not same:
            changes += [*_masked_query(content), *_shown_changes(content["shown"], mask_values(remade.shown))]
        return self._result(sealed, changes, remade, same=same)

    def _last(self, request_id: str) -> SealedRecord:
        """The record of what was shown last; shadows showed nothing, feedback came from people."""
        found = [
            sealed
            for sealed in self._ledger.find(mask(request_id))
            if sealed.record.kind in {"cards", "answer"} and sealed.record.content.get("stage") != "shadow"
        ]
        if not found:
            raise NotFound(
                f"no answer of request {mask(request_id)} to replay", remedy="check the request id"
            )
        return found[-1]

    def _remake(self, sealed: SealedRecord, clauses: Mapping[str, Clause]) -> Remade:
        if sealed.record.kind == "cards":
            return remake_cards(sealed.record, clauses, self._screen)
        return remake_answer(sealed.record, clauses, self._screen, self._verifier)

    def _rule_changes(self, sealed: SealedRecord, remade: Remade) -> Iterator[Change]:
        """Refusals of then and of now that differ, and shown texts that a banned rule refuses now."""
        content: Content = sealed.record.content
        recorded = card_refusals if sealed.record.kind == "cards" else answer_refusals
        then = recorded(content)
        now = frozenset((mask(rule), mask(name)) for rule, name in remade.refusals)
        for rule, name in sorted(then - now):
            yield Change(cause="rule", what=rule, then=f"refused: {name}", now="passes")
        for rule, name in sorted(now - then):
            yield Change(cause="rule", what=rule, then="passed", now=f"refused: {name}")
        for text in _shown_texts(content["shown"]):
            match = find_banned(text, self._screen.policy)
            if match is not None and text not in _shown_texts(mask_values(remade.shown)):
                yield Change(
                    cause="rule", what=f"banned/{match.rule_id}", then=f"shown: {text}", now="refused"
                )

    def _result(
        self, sealed: SealedRecord, changes: Sequence[Change], remade: Remade | None, *, same: bool = False
    ) -> Replay:
        return Replay(
            request_id=sealed.record.request_id,
            kind=sealed.record.kind,
            sequence=sealed.sequence,
            same=same,
            changes=tuple(dict.fromkeys(changes)),
            then=sealed.record.content["shown"],
            now=None if remade is None else mask_values(remade.shown),
        )


def _clause_ids(content: Content) -> list[str]:
    return list(dict.fromkeys(clause_id for clause_id, _ in _needed(content)))


def _needed(content: Content) -> list[tuple[str, str]]:
    """(clause id, hash) of every clause that what was shown was made from."""
    shown = content["shown"]
    if isinstance(shown, list):
        return [(card["source"]["clause_id"], card["source"]["content_hash"]) for card in shown]
    if content["pack"] is not None:
        return [(piece["clause_id"], piece["content_hash"]) for piece in content["pack"]]
    guarded = shown["reason"] == NEAR_NAME  # the guard read every admitted clause
    return [(hit["clause_id"], hit["content_hash"]) for hit in content["hits"] if guarded and hit["admitted"]]


def _clause_changes(content: Content, clauses: Mapping[str, Clause | None]) -> Iterator[Change]:
    for clause_id, recorded in _needed(content):
        clause = clauses[clause_id]
        now = clause.content_hash if clause else "gone"
        if now != recorded:
            yield Change(cause="edition", what=clause_id, then=recorded, now=now)


def _version_changes(content: Content, remade: Remade) -> Iterator[Change]:
    for name, now in remade.versions.items():
        if content.get(name) != now:
            yield Change(
                cause="policy" if name == "policy_version" else "rules",
                what=name,
                then=str(content.get(name)),
                now=now,
            )


def _masked_query(content: Content) -> Iterator[Change]:
    if any(kind in content["query"] for kind in (EMAIL, RESIDENT, CARD, PHONE)):
        yield Change(cause="masked", what="query", then="as asked", now=content["query"])


def _shown_changes(then: object, now: object, path: str = "shown") -> Iterator[Change]:
    """The innermost members that differ."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for name in sorted({*then, *now}):
            yield from _shown_changes(then.get(name), now.get(name), f"{path}.{name}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for place, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from _shown_changes(one, other, f"{path}[{place}]")
    elif then != now:
        yield Change(cause="shown", what=path, then=canonical_json(then), now=canonical_json(now))


def _shown_texts(shown: object) -> tuple[str, ...]:
    if isinstance(shown, list):
        return tuple(text for card in shown for text in (card["title"], card["text"]) if text)
    if isinstance(shown, Mapping):
        return (str(shown["answer"]), *(str(source["quote"]) for source in shown["sources"]))
    return ()
