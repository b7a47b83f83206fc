"""Builds the next edition: reads what changed, keeps what did not, publishes, then embeds."""

from dataclasses import dataclass

from server.apps.index.embed import embed_passages
from server.apps.index.filling import Filling
from server.apps.index.plan import Plan, make_plan
from server.apps.index.progress import OnProgress, ProgressMeter
from server.apps.index.recipe import Recipe
from server.domain.edition import EditionInfo
from server.domain.errors import BuildFailed, NothingToIndex
from server.domain.reasons import BuildRefusal
from server.ports.clock import Clock, SystemClock
from server.ports.edition_writer import EditionBuilder, EditionWriter


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildReport:
    """What a build did. `edition` is the one that serves now."""

    edition: EditionInfo
    published: bool  # False when everything was up to date
    documents_read: int
    documents_removed: int
    clauses_analysed: int
    passages_embedded: int


def build_edition(
    recipe: Recipe,
    store: EditionWriter,
    *,
    allow_empty: bool = False,
    on_progress: OnProgress | None = None,
    clock: Clock | None = None,
) -> BuildReport:
    """Bring the index up to date with the source.

    The lexical edition is published first; missing vectors fill in behind and are published as one more
    edition. Raises RebuildRunning, BuildFailed, InvalidInput (the source), EmbedderUnavailable (the
    lexical edition serves; vectors made so far are kept), and NothingToIndex where no document would be
    left of an edition that holds some, unless `allow_empty`.
    """
    with store.building() as builder:
        listeners = [builder.report, on_progress] if on_progress else [builder.report]
        meter = ProgressMeter(listeners, clock=clock or SystemClock())
        meter.phase("scan", 0)
        plan = make_plan(recipe.source, builder, recipe.fingerprint())
        analysed = _publish_lexical(plan, recipe, builder, meter, allow_empty=allow_empty) if plan else 0
        embedded = embed_passages(builder, recipe.embedder, meter) if recipe.embedder else None
        edition = builder.base()
        if edition is None:
            raise BuildFailed("the edition that was just published cannot be read")
        return BuildReport(
            edition=edition,
            published=plan is not None or embedded is not None,
            documents_read=len(plan.to_read) if plan else 0,
            documents_removed=len(plan.to_remove) if plan else 0,
            clauses_analysed=analysed,
            passages_embedded=embedded or 0,
        )


def _publish_lexical(
    plan: Plan, recipe: Recipe, builder: EditionBuilder, meter: ProgressMeter, *, allow_empty: bool
) -> int:
    """Returns how many clauses were analysed."""
    with builder.draft(recipe.fingerprint(), fresh=plan.fresh) as draft:
        for doc_id in plan.to_remove:
            draft.remove_document(doc_id)
        for document in plan.touched:
            draft.move_document(document)
        filling = Filling(draft, recipe.analyser, meter.phase("read", len(plan.to_read)))
        for listing in plan.to_read:
            filling.take(recipe.source, listing)
        filling.flush()
        if not (plan.kept or filling.documents or allow_empty):
            _refuse_to_empty(builder.base())
        publishing = meter.phase("publish", 1)
        draft.publish(unreadable=filling.unreadable)
        publishing.step()
        return filling.analysed


def _refuse_to_empty(base: EditionInfo | None) -> None:
    """A folder that is not mounted looks like one whose documents were all deleted."""
    if base is not None and base.documents:
        raise NothingToIndex(
            f"{BuildRefusal.NOTHING_TO_INDEX}: none of the {base.documents} documents"
            f" of edition {base.number} is there and readable; that edition still serves"
        )
