"""Word lists of the support rules: data files, read once by whoever builds the verifier."""

import json
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files

from server.domain.clause import Language
from server.gates.words import Lexicon

LANGUAGES: tuple[Language, ...] = ("ko", "en", "ru")


def load_lexicons() -> Mapping[Language, Lexicon]:
    """The lexicon of each language, as shipped."""
    return {language: _read(language) for language in LANGUAGES}


def lexicon_version() -> str:
    """Short hash over the files; part of what a record says about the rules that judged it."""
    digest = sha256(b"\0".join(_source(language).encode() for language in LANGUAGES))
    return digest.hexdigest()[:12]


def _read(language: Language) -> Lexicon:
    data = json.loads(_source(language))
    data["light"] = frozenset(data["light"])
    data["plain"] = data["light"] | frozenset(data["plain"])
    data["opposites"] = tuple((left, right) for left, right in data["opposites"])
    return Lexicon(**data)


def _source(language: Language) -> str:
    return (files(__package__) / "lexicon" / f"{language}.json").read_text(encoding="utf-8")
