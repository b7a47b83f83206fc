"""A house on the web: its stories behind the routes, and what runs beside them."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping, Sequence

import structlog
from fastapi import FastAPI

from server.adapters.sqlite.connection import sqlite_build
from server.apps.diagnostics.switches import generation_switch, model_switch, plain_switch
from server.apps.doctor import Check, check, run_checks
from server.apps.doctor.machine import check_disk, check_sqlite
from server.apps.doctor.parts import (
    check_embedder,
    check_generation,
    check_index,
    check_ledger,
    check_policies,
)
from server.apps.index.policies import rebuild_after_changes, rebuild_at_intervals
from server.apps.index.rebuild import Rebuilds
from server.apps.records.feedback import feedback_record
from server.apps.records.masking import mask
from server.apps.records.reading import apply_retention
from server.apps.retrieval.query import parse_query
from server.domain.errors import (
    IndexEmpty,
    IndexUnavailable,
    LedgerUnavailable,
    ModelError,
    RebuildRunning,
)
from server.domain.finding import Finding
from server.domain.plain import as_json
from server.domain.record import SealedRecord
from server.gates.sufficiency import judge
from server.http.app import create_app
from server.http.logs import configure_logs
from server.http.services import Services
from server.main import House

REBUILD_COMMAND = (sys.executable, "-m", "server.cli.app", "index", "build", "--progress-json")
DAY_SECONDS = 86_400.0
PRELOAD_SECONDS = 300.0  # a model of some gigabytes comes from a slow disk

_log = structlog.get_logger("clausecard.site")


class Site:
    """One house served. `environ` is what a rebuild's own process gets."""

    def __init__(self, house: House, *, environ: Mapping[str, str] | None = None) -> None:
        self._house = house
        self._environ = dict(os.environ if environ is None else environ)
        self._rebuilds = Rebuilds(REBUILD_COMMAND, environ=self._environ, writer=house.store)

    def app(self) -> FastAPI:
        """The web application; logs are configured here, because they are the process's."""
        configure_logs(self._house.settings.log_level, mask=mask)
        return create_app(self.services())

    def warm(self) -> None:
        """Load Kiwi, the synonyms, the policies and the embedder before the first request; some seconds."""
        self._house.analyser.warm()
        _ = self._house.recommender, self._house.asker
        if self._house.embedder is not None:
            self._house.embedder.embed_query("warm")
        with contextlib.suppress(IndexEmpty, IndexUnavailable):  # the cards and /readyz say so
            self._house.known.is_stale()  # the first scan of a large source takes some seconds

    def services(self) -> Services:
        """What the routes may use."""
        house = self._house
        return Services(
            index=house.store,
            parse_query=parse_query,
            retrieve=house.retriever.retrieve,
            judge=judge,
            cards=house.recommender,
            answers=house.asker,
            debug=house.inspector,
            index_status=self._index_status,
            start_rebuild=self._start_rebuild,
            find_records=self._find_records,
            record_feedback=self._record_feedback,
            doctor=self._doctor,
            switches=self.switches,
            labels=house.policy.labels,
            upload_folder=house.settings.documents if house.settings.upload else None,
            observatory=house.metrics,
            run_background=self._run_background,
            close=self._close,
        )

    def switches(self) -> Mapping[str, Mapping[str, object]]:
        """The state of every switch, and why."""
        settings = self._house.settings
        return {
            "generation": generation_switch(
                picker=settings.item_picker,
                url=settings.ollama_url,
                model=settings.generation_model,
                mode=settings.generation_mode,
                percent=settings.generation_percent,
            ),
            "model": model_switch(self._house.dispatcher),
            "embedder": plain_switch(
                "off" if settings.embedder == "none" else "on", f"CLAUSECARD_EMBEDDER={settings.embedder}"
            ),
            "rebuild": plain_switch(settings.rebuild, f"CLAUSECARD_REBUILD={settings.rebuild}"),
            "upload": plain_switch(
                "on" if settings.upload else "off", f"CLAUSECARD_UPLOAD={'on' if settings.upload else 'off'}"
            ),
            "ledger": plain_switch(settings.ledger, f"CLAUSECARD_LEDGER={settings.ledger}"),
        }

    def _start_rebuild(self) -> Mapping[str, object]:
        """In a process of its own; raises RebuildRunning."""
        return dict(as_json(self._rebuilds.start()))

    def _index_status(self) -> Mapping[str, object]:
        job = self._rebuilds.job()
        return {**as_json(self._house.index_status()), "job": as_json(job) if job else None}

    def _find_records(self, request_id: str) -> Sequence[SealedRecord]:
        return self._house.ledger.find(mask(request_id))

    def _record_feedback(self, content: Mapping[str, object], request_id: str) -> None:
        created_at = self._house.clock.now().isoformat()
        self._house.recorder.keep(feedback_record(content, sent_as=request_id, created_at=created_at))

    async def doctor(self) -> Sequence[Finding]:
        """Everything that can be wrong, one line each."""
        return await run_checks(self._checks())

    def _checks(self) -> list[Check]:
        house, settings = self._house, self._house.settings
        checks = [
            check("policies", lambda: check_policies(lambda: house.policy)),
            check("disk", lambda: check_disk(settings.data)),
            check("sqlite", lambda: check_sqlite(**sqlite_build())),
            check("index", lambda: check_index(house.store, lambda: house.index_status().reasons)),
            check("embedder", lambda: check_embedder(house.embedder)),
            check("ledger", lambda: check_ledger(house.ledger)),
            check(
                "generation",
                lambda: check_generation(url=settings.ollama_url, model=settings.generation_model),
            ),
        ]
        probe = house.generation.probe
        return [*checks, probe.findings] if probe is not None else checks

    async def _doctor(self) -> Mapping[str, object]:
        return {"lines": as_json(await self.doctor())}

    async def _run_background(self) -> None:
        """Have the model loaded before it is needed, rebuild by the policy, drop old records."""
        await asyncio.gather(self._preload(), self._rebuild_by_policy(), self._drop_old_records())

    async def _drop_old_records(self) -> None:
        """Now and once a day, where the settings name a retention."""
        days = self._house.settings.ledger_retention_days
        while days:
            try:
                dropped = await asyncio.to_thread(
                    apply_retention, self._house.ledger, now=self._house.clock.now(), days=days
                )
            except LedgerUnavailable as error:
                _log.warning("retention_failed", detail=str(error))
            else:
                _log.info("records_dropped", records=dropped, days=days)
            await asyncio.sleep(DAY_SECONDS)

    async def _preload(self) -> None:
        model = self._house.generation.model
        if model is None:
            return
        try:
            await model.preload(deadline_seconds=PRELOAD_SECONDS)
        except ModelError as error:  # the cards say why, and the doctor says what to do
            _log.warning("preload_failed", error=type(error).__name__, detail=str(error))

    async def _rebuild_by_policy(self) -> None:
        settings = self._house.settings
        if settings.rebuild == "watch":
            await rebuild_after_changes(settings.documents, self._rebuild)
        elif settings.rebuild == "interval":
            await rebuild_at_intervals(settings.rebuild_seconds, self._rebuild)

    async def _rebuild(self) -> None:
        try:
            job = self._rebuilds.start()
        except RebuildRunning:
            return  # the running one sees the same changes, or the next occasion does
        _log.info("rebuild_started", job_id=job.job_id)
        await asyncio.to_thread(self._rebuilds.wait)
        _log.info("rebuild_ended", job=as_json(self._rebuilds.job()))

    async def _close(self) -> None:
        await self._house.aclose()
        await asyncio.to_thread(self._rebuilds.close)
