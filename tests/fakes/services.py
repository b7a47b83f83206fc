"""A whole clausecard on fakes: real stories and rules over stores in memory.

What a test wants to decide lies open: `picker`, `answers`, `source`, `rebuilds`, `findings`.
"""

import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import sleep
from uuid import uuid4

from server.adapters.files.policies import load_policy
from server.apps.cards.finding import Finder
from server.apps.cards.picking import Picking
from server.apps.cards.recommend import Recommender
from server.apps.cards.screen import Screen
from server.apps.cards.switch import Switch
from server.apps.cards.upgrade import Upgrade
from server.apps.diagnostics.inspect import Inspector
from server.apps.diagnostics.switches import model_switch
from server.apps.dispatch import Breaker, Dispatcher
from server.apps.documents.source import open_source
from server.apps.index.build import build_edition
from server.apps.index.freshness import FreshnessProbe
from server.apps.index.recipe import Recipe
from server.apps.index.status import index_status
from server.apps.records.feedback import feedback_record
from server.apps.retrieval.query import parse_query
from server.domain.errors import ClausecardError, RebuildRunning
from server.domain.finding import Finding
from server.domain.plain import as_json
from server.domain.reasons import Freshness
from server.gates.sufficiency import judge
from server.http.metrics import Observatory
from server.http.services import Services
from server.ports.clock import SystemClock
from server.ports.document_source import DocumentSource
from tests.fakes.edition_store import FakeEditionStore
from tests.fakes.ledger import FakeLedger
from tests.fakes.page_parts import ListPicker, OverlapRetriever, QuotingAsk, SlowSource
from tests.fakes.pick_cache import FakePickCache
from tests.fakes.plain_texts import PlainAnalyser

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples" / "documents"
POLICY = load_policy(ROOT / "contracts" / "policies")
FINDINGS = (
    Finding(name="index", state="ok", detail="edition 1: 5 documents"),
    Finding(name="model", state="warning", detail="took 4,100 ms", remedy="keep the model loaded"),
    Finding(name="ledger", state="failed", detail="no room on the disk", remedy="make room"),
)


class FakeHouse:
    """Implements nothing; `services()` gives what create_app takes."""

    def __init__(
        self, documents: Path | DocumentSource = SAMPLES, *, upload: bool = False, deadline_ms: int = 1000
    ) -> None:
        source = open_source(documents) if isinstance(documents, Path) else documents
        self.source = SlowSource(source=source)
        self.upload_folder = documents if upload and isinstance(documents, Path) else None
        self.store = FakeEditionStore()
        self.recipe = Recipe(
            source=self.source, analyser=PlainAnalyser(), embedder=None, splitter_version="fake"
        )
        self.probe = FreshnessProbe(self.recipe, self.store)
        self.picker = ListPicker()
        self.cache = FakePickCache()
        self.answers = QuotingAsk(house=self)
        self.ledger = FakeLedger()
        self.observatory = Observatory()
        self.labels = POLICY.labels
        self.findings = FINDINGS
        self.deadline_ms = deadline_ms
        self.rebuilds = ThreadedRebuilds(self)
        self._retriever = OverlapRetriever(self.store)

    def build(self) -> "FakeHouse":
        """Build the edition now."""
        build_edition(self.recipe, self.store)
        return self

    def retrieve(self, query):
        return self._retriever.retrieve(query)

    def judge(self, retrieval):
        return judge(retrieval)

    def services(self) -> Services:
        """All of it, as the composition root would hand it over."""
        clock = SystemClock()
        dispatcher = Dispatcher(
            concurrency=1, queue=4, breaker=Breaker(failures=5, seconds=30.0, clock=clock), clock=clock
        )
        picking = Picking(
            picker=self.picker, cache=self.cache, dispatcher=dispatcher, metrics=self.observatory
        )
        cards = Recommender(
            finder=Finder(
                retrieve=self.retrieve,
                judge=self.judge,
                freshness_of=self._freshness_of,
                is_stale=self.probe.is_stale,
                clock=clock,
            ),
            upgrade=Upgrade(picking=picking, policy=POLICY, clock=clock),
            switch=Switch(mode="on"),
            screen=Screen(POLICY),
            record=self.ledger.append,
            metrics=self.observatory,
            clock=clock,
            deadline_ms=self.deadline_ms,
        )
        debug = Inspector(
            retrieve=self.retrieve,
            judge=self.judge,
            look_inside=self.answers.look_inside,
            picking=picking,
            policy=POLICY,
            deadline_seconds=5.0,
        )
        return Services(
            index=self.store,
            parse_query=parse_query,
            retrieve=self.retrieve,
            judge=self.judge,
            cards=cards,
            answers=self.answers,
            debug=debug,
            index_status=self._index_status,
            start_rebuild=self.rebuilds.start,
            find_records=self.ledger.find,
            record_feedback=self._record_feedback,
            doctor=self._doctor,
            switches=lambda: {**self._switches(), "model": model_switch(dispatcher)},
            labels=self.labels,
            upload_folder=self.upload_folder,
            observatory=self.observatory,
            run_background=_nothing,
            close=cards.close,
        )

    def _index_status(self) -> Mapping[str, object]:
        status = index_status(self.recipe, self.store, self.store, self.probe)
        return {**as_json(status), "job": self.rebuilds.job}

    def _freshness_of(self, doc_ids: Iterable[str]) -> Mapping[str, Freshness]:
        known = {doc_id: self.store.edition.by_doc_id.get(doc_id) for doc_id in doc_ids}
        return {
            doc_id: self.probe.freshness_of(document) if document else Freshness.MISSING
            for doc_id, document in known.items()
        }

    def _record_feedback(self, content: Mapping[str, object], request_id: str) -> None:
        created_at = SystemClock().now().isoformat()
        self.ledger.append(feedback_record(content, sent_as=request_id, created_at=created_at))

    async def _doctor(self) -> Mapping[str, object]:
        return {"lines": [as_json(one) for one in self.findings]}

    def _switches(self) -> Mapping[str, object]:
        return {
            "generation": {"state": "on", "why": "OLLAMA_URL and GENERATION_MODEL are set"},
            "embedder": {"state": "off", "why": "CLAUSECARD_EMBEDDER=none"},
            "upload": {"state": "on" if self.upload_folder else "off", "why": "CLAUSECARD_UPLOAD"},
        }


class ThreadedRebuilds:
    """Rebuilds in a thread; `start` is what the routes get."""

    def __init__(self, house: FakeHouse) -> None:
        self._house = house
        self._thread: threading.Thread | None = None
        self.failure: ClausecardError | None = None  # what the next build ends with
        self.job: dict[str, object] | None = None

    def start(self) -> Mapping[str, object]:
        if self._thread and self._thread.is_alive():
            raise RebuildRunning("a rebuild is running already")
        self.job = {"job_id": uuid4().hex, "state": "running", "message": "", "remedy": ""}
        self._thread = threading.Thread(target=self._run, args=(self.job,), daemon=True)
        self._thread.start()
        return dict(self.job)

    def wait(self) -> None:
        if self._thread:
            self._thread.join()

    def _run(self, job: dict[str, object]) -> None:
        try:
            self._build()
        except ClausecardError as error:
            job.update(state="failed", message=str(error), remedy=error.remedy)
        else:
            job["state"] = "done"

    def _build(self) -> None:
        house = self._house
        if self.failure is None:
            build_edition(house.recipe, house.store)
            return
        with house.store.building():
            sleep(house.source.read_seconds)
            raise self.failure


async def _nothing() -> None:
    """There is no background work."""
