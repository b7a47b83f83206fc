"""What an edition is made from and with."""

from dataclasses import dataclass

from server.domain.edition import Fingerprint
from server.ports.analyser import Analyser
from server.ports.document_source import DocumentSource
from server.ports.embedder import Embedder


@dataclass(frozen=True, kw_only=True, slots=True)
class Recipe:
    """Everything that decides what the next edition will hold."""

    source: DocumentSource
    analyser: Analyser
    embedder: Embedder | None  # None: no dense leg
    splitter_version: str

    def fingerprint(self) -> Fingerprint:
        """The fingerprint of an edition built now."""
        return Fingerprint(
            splitter_version=self.splitter_version,
            analyser_version=self.analyser.version,
            embedder_id=self.embedder.embedder_id if self.embedder else "none",
            dimension=self.embedder.dimension if self.embedder else 0,
        )
