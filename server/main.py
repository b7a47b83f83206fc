"""The composition root: settings to adapters to services. The only module that imports ai.

Parts are made at first use and once, so that `clausecard index status` loads no model, and a
server without generation and embedder loads nothing of `ai`.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from server.adapters.files.policies import load_policy
from server.adapters.sqlite.ledger import SqliteLedger
from server.adapters.sqlite.pick_cache import SqlitePickCache
from server.apps.answers.ask import Asker
from server.apps.answers.verifier import Verifier
from server.apps.cards.finding import Finder
from server.apps.cards.picking import Picking
from server.apps.cards.recommend import Recommender
from server.apps.cards.screen import Screen
from server.apps.cards.switch import Switch
from server.apps.cards.upgrade import Upgrade
from server.apps.diagnostics.inspect import Inspector
from server.apps.dispatch import Breaker, Dispatcher
from server.apps.records.opening import LateLedger
from server.apps.records.recorder import Recorder
from server.apps.records.replay import Replayer
from server.domain.errors import SettingsError
from server.domain.policy import Policy
from server.gates.sufficiency import judge
from server.http.metrics import Observatory
from server.library import Library
from server.ports.answer_writer import AnswerWriter
from server.ports.clock import SystemClock
from server.ports.embedder import Embedder
from server.ports.item_picker import ItemPicker
from server.ports.model_probe import ModelProbe
from server.ports.morphology import Morphology
from server.settings import PickerName, Settings

if TYPE_CHECKING:
    from ai.runtimes.port import ServedModel

CONTRACTS = Path(__file__).resolve().parents[1] / "contracts"
PICK_CACHE_FILE = "picks.sqlite"
LEDGER_FILE = "ledger.sqlite"
LEDGER_KEY_FILE = "ledger.key"

SchemaName = Literal["closed", "open", "none"]
"""How an evaluated model is held to the candidates: by an enum, as any strings, not at all."""


class House(Library):
    """One clausecard: every part once, made when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, _wire_embedder)
        self.clock = SystemClock()
        self.metrics = Observatory()

    # ---- model

    @cached_property
    def policy(self) -> Policy:
        """All policy data."""
        return load_policy(CONTRACTS / "policies")

    @cached_property
    def generation(self) -> "Generation":
        """Who picks and who drafts; both None when generation is off."""
        return _wire_generation(self.settings, self.morphology)

    @cached_property
    def dispatcher(self) -> Dispatcher:
        """Bounds the calls to the model."""
        settings = self.settings
        breaker = Breaker(
            failures=settings.breaker_failures, seconds=settings.breaker_seconds, clock=self.clock
        )
        return Dispatcher(
            concurrency=settings.model_concurrency,
            queue=settings.model_queue,
            breaker=breaker,
            clock=self.clock,
        )

    @cached_property
    def picking(self) -> Picking | None:
        """Cache, single flight and dispatcher in front of the picker."""
        if self.generation.picker is None:
            return None
        cache = SqlitePickCache(self.settings.data / PICK_CACHE_FILE, metrics=self.metrics)
        return Picking(
            picker=self.generation.picker, cache=cache, dispatcher=self.dispatcher, metrics=self.metrics
        )

    def evaluated(self, picker: PickerName, *, schema: SchemaName, model: str | None = None) -> "Generation":
        """A picker to measure, with its model, which the caller closes; settings decide the rest.

        Raises SettingsError when a model is to pick and none is named.
        """
        settings = replace(self.settings, generation_model=model or self.settings.generation_model)
        return _wire_evaluated(settings, self.morphology, picker=picker, schema=schema)

    # ---- stories

    @cached_property
    def finder(self) -> Finder:
        """Retrieve and judge: the same for cards, answers and the look inside."""
        return Finder(
            retrieve=self.retriever.retrieve,
            judge=judge,
            freshness_of=self.known.freshness_of,
            is_stale=self.known.is_stale,
            clock=self.clock,
        )

    @cached_property
    def screen(self) -> Screen:
        """Which texts may be shown."""
        return Screen(self.policy)

    @cached_property
    def verifier(self) -> Verifier:
        """Which sentences of a draft their clauses support."""
        return Verifier(morphology=self.morphology, policy=self.policy)

    @cached_property
    def asker(self) -> Asker:
        """From a question to an answer."""
        return Asker(
            finder=self.finder,
            writer=self.generation.writer,
            dispatch=self.dispatcher.run,
            verifier=self.verifier,
            screen=self.screen,
            record=self.recorder.record,
            metrics=self.metrics,
            clock=self.clock,
            deadline_ms=self.settings.ask_deadline_ms,
        )

    @cached_property
    def inspector(self) -> Inspector:
        """The whole trace of one query."""
        return Inspector(
            retrieve=self.retriever.retrieve,
            judge=judge,
            look_inside=self.asker.look_inside,
            picking=self.picking,
            policy=self.policy,
            deadline_seconds=self.settings.ask_deadline_ms / 1000,
        )

    @cached_property
    def recommender(self) -> Recommender:
        """From what the customer said to cards."""
        upgrade = None
        if self.picking is not None:
            upgrade = Upgrade(picking=self.picking, policy=self.policy, clock=self.clock)
        return Recommender(
            finder=self.finder,
            upgrade=upgrade,
            switch=Switch(
                mode=self.settings.generation_mode if upgrade else "off",
                percent=self.settings.generation_percent,
            ),
            screen=self.screen,
            record=self.recorder.record,
            metrics=self.metrics,
            clock=self.clock,
            deadline_ms=self.settings.deadline_ms,
        )

    # ---- records

    @cached_property
    def ledger(self) -> LateLedger:
        """The append-only record of every answer."""
        path = self.settings.data / LEDGER_FILE
        key_file = self.settings.ledger_key_file or self.settings.data / LEDGER_KEY_FILE
        return LateLedger(lambda: SqliteLedger(path, key_file=key_file))

    @cached_property
    def replayer(self) -> Replayer:
        """Makes recorded answers again."""
        return Replayer(ledger=self.ledger, index=self.store, screen=self.screen, verifier=self.verifier)

    @cached_property
    def recorder(self) -> Recorder:
        """The way into the ledger."""
        return Recorder(self.ledger, policy=self.settings.ledger, metrics=self.metrics)

    async def aclose(self) -> None:
        """End what goes on in the background; for commands that ran a story."""
        made = self.__dict__  # nothing is made in order to be closed
        if "recommender" in made:
            await self.recommender.close()
        if "generation" in made and self.generation.model is not None:
            await self.generation.model.close()

    def close(self) -> None:
        """Let go of files."""
        for part in (self.__dict__.get(name) for name in ("store", "ledger")):
            if part is not None:
                part.close()


@dataclass(frozen=True, kw_only=True)
class Generation:
    """What the model side offers; None where it is off."""

    model: "ServedModel | None" = None
    picker: ItemPicker | None = None
    writer: AnswerWriter | None = None
    probe: ModelProbe | None = None


def _wire_generation(settings: Settings, morphology: Morphology) -> Generation:
    """The picker and the answer writer; imports ai only when one of them is on."""
    if settings.item_picker == "rules" and not settings.generation_on:
        from ai.apps.generation.rules import RulesItemPicker  # noqa: PLC0415

        return Generation(picker=RulesItemPicker(morphology))
    if not settings.generation_on:
        return Generation()
    from ai.apps.answering.writer import ModelAnswerWriter  # noqa: PLC0415
    from ai.apps.generation.picker import ModelItemPicker  # noqa: PLC0415
    from ai.apps.generation.rules import RulesItemPicker  # noqa: PLC0415
    from ai.runtimes.probe import RuntimeProbe  # noqa: PLC0415

    model = _open_model(settings)
    by_rules = settings.item_picker == "rules"
    picker = RulesItemPicker(morphology) if by_rules else ModelItemPicker(model, morphology)
    return Generation(
        model=model,
        picker=picker,
        writer=ModelAnswerWriter(model),
        probe=RuntimeProbe(model=model, deadline_seconds=settings.deadline_ms / 1000),
    )


def _wire_evaluated(
    settings: Settings, morphology: Morphology, *, picker: PickerName, schema: SchemaName
) -> Generation:
    """The picker that an evaluation asks for, whatever is switched on for agents."""
    if picker == "rules":
        from ai.apps.generation.rules import RulesItemPicker  # noqa: PLC0415

        return Generation(picker=RulesItemPicker(morphology))
    if not settings.generation_on:
        raise SettingsError(
            "no model to measure",
            remedy="set OLLAMA_URL, and GENERATION_MODEL or --model; or use --picker rules",
        )
    from ai.apps.generation.picker import ModelItemPicker, Picking  # noqa: PLC0415

    model = _open_model(settings)
    return Generation(model=model, picker=ModelItemPicker(model, morphology, picking=Picking(schema=schema)))


def _open_model(settings: Settings) -> "ServedModel":
    from ai.runtimes.opening import open_model  # noqa: PLC0415
    from ai.runtimes.options import ModelOptions  # noqa: PLC0415

    return open_model(
        api=settings.model_api,
        url=settings.ollama_url or "",
        model=settings.generation_model or "",
        options=ModelOptions(
            temperature=settings.generation_temperature,
            seed=settings.generation_seed,
            num_ctx=settings.generation_num_ctx,
            num_predict=settings.generation_num_predict,
            num_thread=settings.generation_num_thread,
            keep_alive=settings.generation_keep_alive,
        ),
    )


def _wire_embedder(settings: Settings) -> Embedder | None:
    """The dense leg's embedder; imports ai only when it is on."""
    if settings.embedder == "none":
        return None
    if settings.embedder == "e5":
        from ai.apps.embedding.e5 import E5Embedder  # noqa: PLC0415

        return E5Embedder(threads=settings.threads)
    from ai.apps.embedding.ollama import OllamaEmbedder  # noqa: PLC0415

    return OllamaEmbedder(url=settings.ollama_url or "", model=settings.embedding_model or "")
