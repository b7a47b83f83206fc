"""The way in: a folder, or one JSONL file of clauses, as a DocumentSource."""

from pathlib import Path

from server.apps.documents.folder import FolderSource
from server.apps.documents.jsonl import JsonlSource
from server.domain.errors import InvalidInput
from server.ports.document_source import DocumentSource

JSONL_ENDINGS = (".jsonl", ".jsonl.gz")


def open_source(path: Path) -> DocumentSource:
    """The source at `path`. Raises InvalidInput when it is neither a folder nor a JSONL file."""
    if path.is_dir():
        return FolderSource(path)
    if path.is_file() and path.name.endswith(JSONL_ENDINGS):
        return JsonlSource(path)
    raise InvalidInput(
        f"no documents at {path}",
        remedy="set CLAUSECARD_DOCUMENTS to a folder of .md and .txt files or to a .jsonl(.gz) file",
    )
