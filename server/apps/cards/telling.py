"""From what was found and picked to what is told. Pure."""

from dataclasses import replace

from server.apps.cards.finding import Found
from server.apps.cards.told import Asked, Picked, Told
from server.apps.cards.wording import Labels, message
from server.domain.card import Card, CardsAnswer, Timings
from server.domain.reasons import Freshness
from server.ports.metrics import Metrics


def tell_cards(
    asked: Asked, found: Found, cards: tuple[Card, ...], *, labels: Labels, total_ms: float
) -> Told:
    """The snippet cards, or the outcome and the reason why there are none."""
    retrieval = found.retrieval
    missing = retrieval.missing_exact_terms if retrieval else ()
    answer = CardsAnswer(
        request_id=asked.request_id,
        query=asked.query.text,
        outcome=found.outcome,
        reason=found.reason,
        message=message(found.outcome, found.reason, missing, labels),
        cards=cards,
        missing_exact_terms=missing,
        timings=Timings(
            normalise_ms=found.normalise_ms,
            retrieval_ms=found.retrieval_ms,
            filtering_ms=found.filtering_ms,
            total_ms=total_ms,
        ),
        edition=retrieval.edition if retrieval else None,
        index_stale=found.index_stale,
        degraded=retrieval.degraded if retrieval else (),
    )
    return Told(stage="cards", asked=asked, found=found, answer=answer)


def tell_first_card(told: Told, first: Card, picked: Picked | None, *, total_ms: float) -> Told:
    """The same answer with the first card as it stays."""
    timings = replace(
        told.answer.timings,
        generation_ms=picked.generation_ms if picked else 0.0,
        gates_ms=picked.gates_ms if picked else 0.0,
        total_ms=total_ms,
    )
    answer = replace(told.answer, cards=(first, *told.answer.cards[1:]), timings=timings)
    return replace(told, stage="card", answer=answer, picked=picked)


def count(told: Told, metrics: Metrics) -> None:
    """Reasons and times of one finished request."""
    answer = told.answer
    metrics.count("outcome", answer.outcome.value)
    if answer.cards:
        metrics.count("first_card", told.first.kind)
        if told.first.fallback_reason is not None:
            metrics.count("fallback", told.first.fallback_reason.value)
    if any(card.source.freshness is Freshness.CHANGED for card in answer.cards):
        metrics.count("freshness", Freshness.CHANGED.value)
    for refusal in told.picked.refusals if told.picked else ():
        metrics.count("refusal", refusal.gate.value)
    for name in Timings.__dataclass_fields__:
        metrics.observe(name.removesuffix("_ms"), getattr(answer.timings, name))
