"""Fills in the vectors of the published edition."""

from server.apps.index.progress import ProgressMeter, batches
from server.domain.errors import EmbedderUnavailable
from server.ports.edition_writer import EditionBuilder
from server.ports.embedder import Embedder

PASSAGES_AT_ONCE = 32  # of one call to the embedder; so much is embedded twice at most after a kill


def embed_passages(builder: EditionBuilder, embedder: Embedder, meter: ProgressMeter) -> int | None:
    """Embed what has no vector yet and publish; returns how many, None when nothing was missing.

    Raises EmbedderUnavailable; what was embedded until then is kept for the next build.
    """
    edition = builder.base()
    if edition is None or edition.vectors == edition.passages:
        return None
    missing = builder.missing_vectors()
    phase = meter.phase("embed", missing)
    for batch in batches(builder.passages_without_vector(), PASSAGES_AT_ONCE):
        try:
            vectors = embedder.embed_passages([passage.text for passage in batch])
        except EmbedderUnavailable as error:
            raise EmbedderUnavailable(
                f"edition {edition.number} serves with {edition.vectors} of {edition.passages} vectors;"
                f" {phase.done} of {missing} missing ones were made and kept: {error}",
                remedy=f"{error.remedy}; then run `clausecard index build` again",
            ) from error
        builder.keep_vectors(batch, vectors)
        phase.step(len(batch))
    builder.publish_vectors()
    return missing
