"""What is searched: documents, index and retrieval of one clausecard, each part made once."""

from collections.abc import Callable
from functools import cached_property

from server.adapters.editions.store import EditionStore
from server.adapters.kiwi.morphology import KiwiMorphology
from server.adapters.kiwi.word_by_word import WordByWord
from server.apps.documents.source import open_source
from server.apps.documents.splitter import SPLITTER_VERSION
from server.apps.index.build import BuildReport, build_edition
from server.apps.index.freshness import FreshnessProbe
from server.apps.index.known import KnownDocuments
from server.apps.index.progress import OnProgress
from server.apps.index.recipe import Recipe
from server.apps.index.status import IndexStatus, index_status
from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.calibration import read_calibration
from server.apps.retrieval.retriever import Retriever
from server.apps.retrieval.synonyms import Synonym, folder_synonyms, packaged_synonyms
from server.ports.document_source import DocumentSource
from server.ports.embedder import Embedder
from server.settings import Settings

EDITIONS_FOLDER = "index"


class Library:
    """Parts are made at first use. `make_embedder` comes from the composition root, which knows ai."""

    def __init__(self, settings: Settings, make_embedder: Callable[[Settings], Embedder | None]) -> None:
        self.settings = settings
        self._make_embedder = make_embedder

    @cached_property
    def source(self) -> DocumentSource:
        """The documents."""
        return open_source(self.settings.documents)

    @cached_property
    def store(self) -> EditionStore:
        """The published editions."""
        return EditionStore(self.settings.data / EDITIONS_FOLDER)

    @cached_property
    def morphology(self) -> KiwiMorphology:
        """The one Kiwi of this process; loads at its first text."""
        return KiwiMorphology()

    @cached_property
    def analyser(self) -> ScriptAnalyser:
        """Used by the index and by the search alike."""
        own: tuple[Synonym, ...] = ()
        if self.settings.documents.is_dir():
            own = folder_synonyms(self.settings.documents)
        return ScriptAnalyser(WordByWord(self.morphology), (*packaged_synonyms(), *own))

    @cached_property
    def embedder(self) -> Embedder | None:
        """The dense leg's; None when it is off."""
        return self._make_embedder(self.settings)

    @cached_property
    def recipe(self) -> Recipe:
        """All that decides what the next edition holds."""
        return Recipe(
            source=self.source,
            analyser=self.analyser,
            embedder=self.embedder,
            splitter_version=SPLITTER_VERSION,
        )

    @cached_property
    def probe(self) -> FreshnessProbe:
        """Is what is served what lies on the disk?"""
        return FreshnessProbe(self.recipe, self.store)

    @cached_property
    def known(self) -> KnownDocuments:
        """The same by doc_id."""
        return KnownDocuments(self.store, self.probe)

    def build(self, on_progress: OnProgress, *, allow_empty: bool = False) -> BuildReport:
        """Bring the index up to date."""
        return build_edition(self.recipe, self.store, allow_empty=allow_empty, on_progress=on_progress)

    def index_status(self) -> IndexStatus:
        """How the index stands."""
        return index_status(self.recipe, self.store, self.store, self.probe)

    @cached_property
    def retriever(self) -> Retriever:
        """Finds, ranks and grades clauses."""
        calibration = None
        if self.settings.calibration is not None:
            calibration = read_calibration(self.settings.calibration)
            calibration.check(
                embedder_id=self.embedder.embedder_id if self.embedder else "none",
                analyser_version=self.analyser.version,
            )
        return Retriever(
            index=self.store,
            analyser=self.analyser,
            embedder=self.embedder,
            calibration=calibration,
            freshness_of=self.known.freshness_of,
        )
