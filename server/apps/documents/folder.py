"""A folder of documents; its first-level subfolders are collections."""

import os
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from server.apps.documents.loaders.registry import LOADERS, load
from server.apps.documents.splitter import split
from server.apps.documents.unreadable import Unreadable, unreadable_file
from server.domain.document import Document, ReadDocument, UnreadableFile
from server.domain.errors import InvalidInput
from server.ports.document_source import Listing

MAX_FILE_BYTES = 32 * 1024 * 1024


class FolderSource:
    """Implements DocumentSource. Names that begin with `.` or `_` are not documents."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._ids: dict[str, str] = {}  # path -> doc_id of the last scan, for `look`

    def scan(self) -> Sequence[Listing]:
        """All files by path, the unsupported ones too: reading them says why they are left out."""
        try:
            root = self._root.resolve(strict=True)
            found = sorted(_files(root, root), key=lambda file: file[0])
        except OSError as error:
            raise InvalidInput(
                f"the documents folder cannot be read: {self._root} ({error.strerror})",
                remedy="set CLAUSECARD_DOCUMENTS to a folder that exists and may be read",
            ) from error
        self._ids = _doc_ids([path for path, _ in found])
        return [_listing(path, status, self._ids[path]) for path, status in found]

    def look(self, path: str) -> Listing | None:
        """The file as it is now; its id is that of the last scan, or the one it would have alone."""
        try:
            status = (self._root / path).stat()
        except (OSError, ValueError):
            return None
        return _listing(path, status, self._ids.get(path) or _doc_ids([path])[path])

    def file_hash(self, listing: Listing) -> str:
        """Of the bytes as they are now; that of no bytes when they cannot be had."""
        try:
            return _hash(_bytes(self._place(listing)))
        except Unreadable:
            return _hash(b"")

    def read(self, listing: Listing) -> ReadDocument | UnreadableFile:
        """The document, or why not. Never raises."""
        try:
            return self._read(listing)
        except Unreadable as error:
            return unreadable_file(listing.path, error)

    def _read(self, listing: Listing) -> ReadDocument:
        path = PurePosixPath(listing.path)
        ending = path.suffix.lower()
        place = self._place(listing)
        data = _bytes(place) if ending in LOADERS else b""
        loaded = load(ending, data)
        done = split(
            loaded,
            doc_id=listing.doc_id,
            collection=listing.collection,
            fallback_title=normalize("NFC", path.stem),
        )
        if not done.clauses:
            raise Unreadable("no_clauses", "no text is left beside headings and repealed clauses")
        document = Document(
            doc_id=listing.doc_id,
            title=done.title,
            collection=listing.collection,
            path=listing.path,
            language=done.language,
            file_hash=_hash(data),
            size=len(data),
            modified_ns=listing.modified_ns,
            clauses=len(done.clauses),
            metadata=loaded.metadata,
        )
        return ReadDocument(document=document, clauses=done.clauses)

    def _place(self, listing: Listing) -> Path:
        """Where the file really is. Raises Unreadable: unreachable, outside, unsupported."""
        try:
            place = (self._root / listing.path).resolve(strict=True)
        except (OSError, ValueError, RuntimeError) as error:  # gone, locked; NUL in the name; a loop of links
            raise Unreadable("unreachable", _why(error)) from error
        if not place.is_relative_to(self._root.resolve()):
            raise Unreadable("outside", "a link that leads out of the documents folder")
        if place.is_dir():
            raise Unreadable("unreachable", "a folder that may not be opened")
        if not place.is_file():
            raise Unreadable("unsupported", "not a regular file")
        return place


def _bytes(place: Path) -> bytes:
    try:
        with place.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise Unreadable("unreachable", _why(error)) from error
    if len(data) > MAX_FILE_BYTES:
        raise Unreadable("too_large", f"more than {MAX_FILE_BYTES // 1024 // 1024} MiB")
    return data


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or "the name cannot be used"


def _files(folder: Path, root: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Files below `root` with their state; folders behind links are not entered.

    A subfolder that may not be opened is given itself, so that reading it says so.
    """
    for entry in os.scandir(folder):
        path = Path(entry.path)
        if entry.name.startswith((".", "_")):
            continue
        with suppress(FileNotFoundError):  # what is deleted meanwhile is not there
            if entry.is_dir(follow_symlinks=False) and os.access(path, os.R_OK | os.X_OK):
                yield from _files(path, root)
            elif not (entry.is_symlink() and entry.is_dir() and path.resolve().is_relative_to(root)):
                yield _shown(path.relative_to(root)), _status(entry)


def _status(entry: os.DirEntry[str]) -> os.stat_result:
    try:
        status = entry.stat()
    except OSError:  # a link that leads nowhere
        return entry.stat(follow_symlinks=False)
    return status if stat.S_ISREG(status.st_mode) else entry.stat(follow_symlinks=False)


def _shown(path: Path) -> str:
    """A name that is not UTF-8 is shown with escapes; reading it then says `unreachable`."""
    return path.as_posix().encode("utf-8", "backslashreplace").decode()


def _listing(path: str, status: os.stat_result, doc_id: str) -> Listing:
    return Listing(
        doc_id=doc_id,
        collection=_collection(path),
        path=path,
        size=status.st_size,
        modified_ns=status.st_mtime_ns,
    )


def _doc_ids(paths: Sequence[str]) -> dict[str, str]:
    """The path without ending; files that would share an id, and unsupported ones, keep theirs."""
    short = {path: normalize("NFC", _without_ending(path)) for path in paths}
    shared = Counter(short.values())
    return {path: doc_id if shared[doc_id] == 1 else path for path, doc_id in short.items()}


def _without_ending(path: str) -> str:
    pure = PurePosixPath(path)
    return str(pure.with_suffix("")) if pure.suffix.lower() in LOADERS else path


def _collection(path: str) -> str:
    parts = PurePosixPath(path).parts
    return normalize("NFC", parts[0]) if len(parts) > 1 else ""


def _hash(data: bytes) -> str:
    return "sha256:" + sha256(data).hexdigest()
