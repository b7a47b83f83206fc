"""Why a file cannot be read, and what the operator can do about it."""

from types import MappingProxyType

from server.domain.document import UnreadableFile
from server.domain.errors import ClausecardError

REMEDIES = MappingProxyType(
    {
        "unsupported": "save it as .md or .txt (UTF-8), or take it out of the documents folder",
        "damaged": "export it again from the program it was made with, as .md, .txt or .jsonl (UTF-8)",
        "undecodable": "save it again as UTF-8",
        "empty": "put text into it or take it out of the documents folder",
        "too_large": "split it into files of at most 32 MiB",
        "no_clauses": "it holds headings or repealed text only; add text or take it out",
        "unreachable": "check the file's permissions and name, then build again",
        "outside": "copy the file into the documents folder; links that lead out of it are not followed",
    }
)
"""Every reason code with its remedy; runbook/documents.md explains them."""


class Unreadable(ClausecardError):
    """A file that a loader gave up on; caught wherever a file is read."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail, remedy=REMEDIES[reason])
        self.reason = reason


def unreadable_file(path: str, error: Unreadable) -> UnreadableFile:
    """The value that the index keeps."""
    return UnreadableFile(path=path, reason=error.reason, detail=str(error), remedy=error.remedy)
