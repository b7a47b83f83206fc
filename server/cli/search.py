"""`clausecard cards | search | ask`."""

import uuid
from typing import Annotated

import typer
from rich.panel import Panel
from rich.text import Text

from server.apps.retrieval.query import parse_query
from server.cli.house import open_house, run_story
from server.cli.output import JsonFlag, emit_json, out, table
from server.domain.answer import Answer
from server.domain.card import Card, CardsAnswer
from server.domain.hit import Retrieval, Sufficiency
from server.domain.plain import as_json
from server.domain.query import MAX_DEADLINE_MS, MIN_DEADLINE_MS
from server.domain.reasons import Tier
from server.gates.sufficiency import judge

Words = Annotated[str, typer.Argument(help="What the customer said.")]
Collection = Annotated[str | None, typer.Option(help="Only this collection.")]
Documents = Annotated[list[str] | None, typer.Option("--document", help="Only this doc_id; may be repeated.")]
_TIERS = {Tier.EXACT: "bold green", Tier.STRONG: "green", Tier.BORDERLINE: "yellow", Tier.REJECTED: "dim"}


def cards(
    query: Words,
    *,
    k: int = 5,
    collection: Collection = None,
    document: Documents = None,
    deadline_ms: Annotated[
        int | None, typer.Option(min=MIN_DEADLINE_MS, max=MAX_DEADLINE_MS, help="From trigger to answer.")
    ] = None,
    json_: JsonFlag = False,
) -> None:
    """Show cards for what the customer said."""
    with open_house() as house:
        asked = parse_query(query, collection=collection, documents=document, k=k)
        story = house.recommender.cards(asked, request_id=uuid.uuid4().hex, deadline_ms=deadline_ms)
        found = run_story(house, story)
        if json_:
            emit_json(as_json(found))
        else:
            _print_cards(found)


def search(
    query: Words,
    *,
    k: int = 10,
    collection: Collection = None,
    document: Documents = None,
    json_: JsonFlag = False,
) -> None:
    """Show what a search finds: every leg, score, tier and reason."""
    with open_house() as house:
        asked = parse_query(query, collection=collection, documents=document, k=k)
        retrieval = house.retriever.retrieve(asked)
        sufficiency = judge(retrieval)
        if json_:
            emit_json(as_json({"retrieval": retrieval, "sufficiency": sufficiency}))
        else:
            _print_retrieval(retrieval, sufficiency)


def ask(
    query: Words,
    *,
    k: int = 8,
    temperature: float = 0.0,
    collection: Collection = None,
    document: Documents = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show the trace and the packed prompt.")] = False,
    json_: JsonFlag = False,
) -> None:
    """Answer a question with verified citations, or refuse and say why."""
    with open_house() as house:
        asked = parse_query(query, collection=collection, documents=document, k=k)
        story = house.asker.ask(asked, request_id=uuid.uuid4().hex, temperature=temperature, explain=explain)
        found = run_story(house, story)
        if json_:
            emit_json(as_json(found))
        else:
            _print_answer(found)


def _print_cards(answer: CardsAnswer) -> None:
    if answer.index_stale:
        out.print(Text("documents have changed; run `clausecard index build`", style="yellow"))
    if answer.message:
        out.print(Text(answer.message, style="bold yellow"))
    for card in answer.cards:
        out.print(_panel(card))
    out.print(Text(f"{answer.timings.total_ms:.0f} ms · {answer.request_id}", style="dim"))


def _panel(card: Card) -> Panel:
    text = Text(card.text or "")
    for item in card.items:
        if item.condition:
            text.append(f"\n  {item.name}: {item.condition}", style="dim")
    for line in (card.note, card.fallback_reason and f"({card.fallback_reason})"):
        if line:
            text.append(f"\n{line}", style="dim italic")
    source = card.source
    where = f"{source.clause} · {source.doc_id}:{source.start_line} · {card.tier} {card.score:.2f}"
    style = "green" if card.kind == "items" else "blue"
    subtitle = Text(f"{where} · {card.label}" if card.label else where)
    return Panel(text, title=Text(card.title), subtitle=subtitle, title_align="left", border_style=style)


def _print_retrieval(retrieval: Retrieval, sufficiency: Sufficiency) -> None:
    rows = [
        (
            rank,
            Text(hit.tier, style=_TIERS[hit.tier]),
            f"{hit.score:.3f}",
            f"{hit.clause.doc_id} {hit.clause.number}",
            hit.clause.heading,
            "  ".join(f"{leg} {score:.2f} (#{hit.ranks.get(leg, '-')})" for leg, score in hit.legs.items()),
            hit.reason,
        )
        for rank, hit in enumerate(retrieval.hits, start=1)
    ]
    table("Hits", ("#", "tier", "score", "clause", "heading", "legs", "reason"), rows)
    steps = [(step.name, f"{step.milliseconds:.2f}", as_json(dict(step.detail))) for step in retrieval.trace]
    table("Steps", ("step", "ms", "detail"), steps)
    out.print(f"outcome: {sufficiency.outcome} {sufficiency.reason or ''}")
    for term in retrieval.missing_exact_terms:
        out.print(Text(f"exact term not in the documents: {term}", style="yellow"))


def _print_answer(answer: Answer) -> None:
    style = "bold green" if answer.grounded else "bold yellow"
    out.print(Text(f"{answer.outcome} {answer.reason or ''}".strip(), style=style))
    out.print(Text(answer.answer))
    rows = [
        (f"#{one.n}", one.document, one.clause, f"{one.start_line}-{one.end_line}", one.quote)
        for one in answer.citations or answer.sources
    ]
    if rows:
        table(
            "Citations" if answer.citations else "Sources",
            ("n", "document", "clause", "lines", "quote"),
            rows,
        )
    if answer.explain:
        for name, value in answer.explain.items():
            out.print(Text(name, style="bold"))
            out.print(Text(value) if isinstance(value, str) else Text(str(as_json(value))))
    out.print(Text(f"{answer.timings.total_ms:.0f} ms · {answer.request_id}", style="dim"))
