"""Hit -> snippet card, and snippet card -> items card. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal

from server.apps.cards.screen import Screen
from server.apps.cards.snippet import choose_snippet
from server.apps.cards.wording import Labels, items_text, names_that_fit, titles
from server.domain.card import Card, Item, Source
from server.domain.clause import Clause, Language
from server.domain.hit import Hit
from server.domain.reasons import Freshness


@dataclass(frozen=True, kw_only=True, slots=True)
class CardMaker:
    """Makes the cards of one request."""

    request_id: str
    language: Language  # of the query: its labels and templates are used
    terms: tuple[str, ...]  # what a snippet should cover
    screen: Screen

    def snippet_cards(
        self, hits: Sequence[Hit], *, edition: int, freshness: Mapping[str, Freshness]
    ) -> tuple[Card, ...]:
        """One card for each hit, in their order."""
        return tuple(
            self._snippet_card(hit, rank, _source(hit.clause, edition, freshness[hit.clause.doc_id]))
            for rank, hit in enumerate(hits, start=1)
        )

    def items_card(
        self, card: Card, items: Sequence[Item], note: str | None, origin: Literal["model", "rules"]
    ) -> Card | None:
        """The card with items in the place of its snippet; None when none fits or may be shown.

        The banned check comes last, on the finished text. Names are cut from the end until the
        text is no longer than a card's text may be.
        """
        names = tuple(item.name for item in items)
        names = names[: names_that_fit(names, self._labels)]
        text = items_text(names, self._labels)
        may_show = self.screen.may_show
        if not names or not may_show(text, names) or not may_show(note or ""):
            return None
        return replace(
            card,
            kind="items",
            text=text,
            items=tuple(items[: len(names)]),
            snippet=None,
            snippet_start=None,
            snippet_end=None,
            note=note,
            origin=origin,
            label=self._labels[f"label.{origin}"],
            fallback_reason=None,
        )

    def _snippet_card(self, hit: Hit, rank: int, source: Source) -> Card:
        snippet = choose_snippet(hit.clause.body, self.terms, may_show=self.screen.may_show)
        return Card(
            card_id=sha256(f"{self.request_id}\0{rank}".encode()).hexdigest()[:24],
            rank=rank,
            kind="snippet",
            title=self._title(hit.clause),
            text=snippet.text if snippet else "",
            items=(),
            snippet=snippet.text if snippet else None,
            snippet_start=snippet.start if snippet else None,
            snippet_end=snippet.end if snippet else None,
            note=None,
            source=source,
            score=hit.score,
            tier=hit.tier,
            origin=None,
            label=None,
        )

    def _title(self, clause: Clause) -> str:
        """The fullest title that may be shown: a heading can hold a verdict too."""
        *fuller, place = titles(clause, self._labels)
        return next((title for title in fuller if self.screen.may_show(title)), place)

    @property
    def _labels(self) -> Labels:
        return self.screen.policy.labels[self.language]


def _source(clause: Clause, edition: int, freshness: Freshness) -> Source:
    return Source(
        document=clause.document,
        doc_id=clause.doc_id,
        clause=clause.number,
        clause_id=clause.clause_id,
        heading=clause.heading,
        path=" › ".join(clause.path),
        start_line=clause.start_line,
        end_line=clause.end_line,
        content_hash=clause.content_hash,
        edition=edition,
        freshness=freshness,
    )
