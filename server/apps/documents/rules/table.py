"""All rule tables by language, and their fingerprint."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from types import MappingProxyType

from server.apps.documents.loaders.inline import INLINE_MARKS
from server.apps.documents.loaders.labels import LABELS
from server.apps.documents.rules.english import ENGLISH
from server.apps.documents.rules.korean import KOREAN
from server.apps.documents.rules.russian import RUSSIAN
from server.apps.documents.rules.values import LanguageRules
from server.domain.clause import Language

RULES: Mapping[Language, LanguageRules] = MappingProxyType({"ko": KOREAN, "en": ENGLISH, "ru": RUSSIAN})


def fingerprint(rules: Mapping[Language, LanguageRules] = RULES) -> str:
    """Eight hex digits that change with any rule, label or inline mark."""
    tables = (*rules.values(), *LABELS, *INLINE_MARKS)
    return sha256("\n".join(_plain(tables)).encode()).hexdigest()[:8]


def _plain(value: object) -> Iterable[str]:
    """Every leaf of the tables as text; a pattern as its source, for its repr is cut short."""
    if is_dataclass(value):
        for field in fields(value):
            yield field.name
            yield from _plain(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from _plain(part)
    elif isinstance(value, re.Pattern):
        yield f"{value.pattern}/{value.flags}"
    else:
        yield str(value)
