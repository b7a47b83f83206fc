"""Which loader reads which ending; PDF, DOCX, HTML and HWPX become lines of this table."""

from codecs import BOM_UTF8
from collections.abc import Mapping
from types import MappingProxyType

from server.apps.documents.blocks import Loaded, Loader
from server.apps.documents.loaders.text import load_text
from server.apps.documents.unreadable import Unreadable

LOADERS: Mapping[str, Loader] = MappingProxyType({".md": load_text, ".txt": load_text})

SIGNATURES = (
    (b"%PDF-", "PDF"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "HWP 5 or an old Office file"),
    (b"HWP Document File", "HWP 3"),
    (b"PK\x03\x04", "ZIP, as in HWPX, DOCX and XLSX"),
    (b"PK\x05\x06", "empty ZIP"),
    (b"\x1f\x8b", "gzip"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    (b"\x89PNG\r\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"\x7fELF", "program"),
    (b"SQLite format 3\x00", "SQLite"),
    (b"{\\rtf", "RTF"),
)
"""First bytes of what people rename to .txt."""

MARKUP = (b"<?xml", b"<hwpml", b"<!doctype html", b"<html")
"""How a file begins that is markup as a whole, in small letters; its tags would be indexed as words."""


def load(ending: str, data: bytes) -> Loaded:
    """Blocks of a file. Raises Unreadable: unsupported, empty, damaged, undecodable."""
    if ending not in LOADERS:
        raise Unreadable("unsupported", f"no loader for {ending or 'files without an ending'}")
    if not data.strip(b"\x00 \t\r\n"):
        raise Unreadable("empty", "no text in it")
    if kind := _kind(data):
        raise Unreadable("damaged", f"the ending says {ending}, the content is {kind}")
    return LOADERS[ending](data)


def _kind(data: bytes) -> str | None:
    """What the content is by its first bytes; None for what may be text."""
    if data[:100].removeprefix(BOM_UTF8).lstrip().lower().startswith(MARKUP):
        return "XML or HTML, as in HWPML"
    return next((name for signature, name in SIGNATURES if data.startswith(signature)), None)
