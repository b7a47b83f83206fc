"""From unchecked picks to items: every name through every gate, every refusal with its reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from server.domain.card import Item
from server.domain.clause import Clause
from server.domain.outline import Line, outline
from server.domain.pick import Candidate, Picks, Refusal
from server.domain.policy import Policy
from server.domain.query import Query
from server.domain.reasons import FallbackReason, Gate
from server.gates.banned import banned, find_banned
from server.gates.branches import branch, choose
from server.gates.caps import item_cap, name_cap
from server.gates.conditions import condition
from server.gates.duplicate import duplicate
from server.gates.foreign import foreign, hidden, markup
from server.gates.generic import generic
from server.gates.grounding import Place, body_only, places
from server.gates.literal import Normalised, comparable, normalise
from server.gates.negated import negated
from server.gates.references import elsewhere
from server.gates.scope import Scope, scope
from server.gates.verdict import Refused

_UNGROUNDED = frozenset({Gate.CANDIDATE, Gate.GROUNDING, Gate.BODY_ONLY})


@dataclass(frozen=True, kw_only=True, slots=True)
class PickVerdict:
    """What passed and what did not. `fallback_reason` is set exactly when no item passed."""

    items: tuple[Item, ...]
    refusals: tuple[Refusal, ...]
    fallback_reason: FallbackReason | None
    note: str | None  # from a policy template, in the query's language


@dataclass(frozen=True, kw_only=True, slots=True)
class _Passed:
    candidate: Candidate
    scope: Scope
    condition: str | None


def check_picks(clause: Clause, picks: Picks, policy: Policy, *, query: Query | None = None) -> PickVerdict:
    """Every pick through every gate, in the order of the picks' places in the body.

    Without a query, or when it points to no single procedure, the papers of all procedures pass.
    """
    gates = _Gates(clause, picks, policy)
    refusals: list[Refusal] = []
    passed: list[_Passed] = []
    for name in dict.fromkeys(picks.names):
        result = gates.check(name)
        if isinstance(result, Refused):
            refusals.append(Refusal(name=name, gate=result.gate, reason=result.reason))
        else:
            passed += result
    chosen, others = _branch_of(query, passed)
    kept = _kept(chosen, refusals)
    items = tuple(
        Item(
            name=one.candidate.name,
            start=one.candidate.start,
            end=one.candidate.end,
            condition=one.condition,
        )
        for one in kept
    )
    labels = policy.labels[query.language if query else clause.language]
    return PickVerdict(
        items=items,
        refusals=tuple(refusals),
        fallback_reason=None if items else _fallback(picks, refusals),
        note=_note(labels, clause, refusals, others=others) if items else None,
    )


class _Gates:
    """The gates of one clause; the body is normalised and outlined once."""

    def __init__(self, clause: Clause, picks: Picks, policy: Policy) -> None:
        self._clause = clause
        self._policy = policy
        self._body: Normalised = normalise(clause.body)
        self._lines: tuple[Line, ...] = outline(clause.body)
        self._offered: dict[str, list[Candidate]] = {}
        for candidate in picks.candidates:
            self._offered.setdefault(comparable(candidate.name), []).append(candidate)

    def check(self, name: str) -> list[_Passed] | Refused:
        """The places where the name may be shown, or the first gate that refused it."""
        found = self._places(name)
        if isinstance(found, Refused):
            return found
        refused = (
            generic(name, self._policy, self._clause.language) or name_cap(name) or banned(name, self._policy)
        )
        if refused:
            return refused
        passed: list[_Passed] = []
        reasons: list[Refused] = []
        for start, end in found:
            at = scope(self._clause.body, start, end, self._lines)
            shown = condition(at, self._clause.language)
            reason = negated(at, self._clause.language) or self._silenced(shown)
            if reason:
                reasons.append(reason)
            else:
                literal = Candidate(name=self._clause.body[start:end], start=start, end=end)
                passed.append(_Passed(candidate=literal, scope=at, condition=shown))
        return passed or reasons[0]

    def _silenced(self, text: str | None) -> Refused | None:
        """A paper whose condition may not be shown is not shown either: without it, it would mislead."""
        if text and (markup(text) or hidden(text) or find_banned(text, self._policy)):
            return Refused(Gate.BANNED, "condition_not_shown")
        return None

    def _places(self, name: str) -> list[Place] | Refused:
        refused = foreign(name, self._clause.body)
        if refused:
            return refused
        found = places(name, self._body)
        if isinstance(found, Refused):
            headings = (self._clause.heading, self._clause.document, *self._clause.path)
            return body_only(name, headings=headings) or found
        offered = self._offered.get(comparable(name))
        if not offered:
            return Refused(Gate.CANDIDATE, "not_offered")
        own = [place for place in found if any(one.start == place.start for one in offered)]
        return own or Refused(Gate.CANDIDATE, "not_offered_here")


def _branch_of(query: Query | None, passed: list[_Passed]) -> tuple[list[_Passed], bool]:
    """The names of the procedure that the query asks for, and whether others were left out."""
    ordered = sorted(passed, key=lambda one: (one.candidate.start, -one.candidate.end))
    branches = [branch(one.scope) for one in ordered]
    wanted = choose(query.text, dict(branches)) if query else None
    if wanted is None:
        return ordered, False
    chosen = [one for one, (index, _) in zip(ordered, branches, strict=True) if index == wanted]
    return chosen, len(chosen) < len(ordered)


def _kept(passed: Iterable[_Passed], refusals: list[Refusal]) -> list[_Passed]:
    kept: list[_Passed] = []
    for one in passed:
        refused = duplicate(one.candidate, [other.candidate for other in kept]) or item_cap(len(kept))
        if refused is None:
            kept.append(one)
        elif refused.reason != "same_name":
            refusals.append(Refusal(name=one.candidate.name, gate=refused.gate, reason=refused.reason))
    return kept


def _fallback(picks: Picks, refusals: Iterable[Refusal]) -> FallbackReason:
    if not picks.candidates:
        return FallbackReason.NO_CANDIDATES
    gates = {refusal.gate for refusal in refusals}
    if Gate.BANNED in gates:
        return FallbackReason.BANNED
    if Gate.SCHEMA in gates:
        return FallbackReason.INVALID_REPLY
    return FallbackReason.UNGROUNDED if gates & _UNGROUNDED else FallbackReason.NONE_PICKED


def _note(
    labels: Mapping[str, str], clause: Clause, refusals: Iterable[Refusal], *, others: bool
) -> str | None:
    """The most helpful sentence about what the card leaves out."""
    if others:
        return labels["note.other_procedures"]
    listed = elsewhere(clause.body)
    if listed:
        return labels["note.list_elsewhere"].format(place=listed.place)
    if any(refusal.reason == "office_looks_up" for refusal in refusals):
        return labels["note.office_checks"]
    return None
