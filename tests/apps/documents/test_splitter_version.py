"""The splitter's version changes whenever the same file would give other clauses."""

import re
from dataclasses import replace
from hashlib import sha256

from server.apps.documents.rules import table
from server.apps.documents.rules.korean import KOREAN
from server.apps.documents.splitter import SPLITTER_VERSION
from tests.apps.documents.split_text import split_text
from tests.apps.documents.test_korean_clauses import TERMS
from tests.apps.documents.test_other_clauses import NUMBERED, PARAGRAPHS, RUSSIAN
from tests.apps.documents.test_tables import BROKEN

GOLDEN = {"1": "b18f8a46579fbb2c"}
"""Version of the code -> hash of what it makes of the samples below."""


def test_the_same_version_gives_the_same_clauses():
    """When this fails, raise the first part of SPLITTER_VERSION and put the new hash beside it."""
    made = [
        (clause.number, clause.heading, clause.path, clause.body, clause.start_line, clause.end_line)
        for text in (TERMS, NUMBERED, PARAGRAPHS, RUSSIAN, BROKEN)
        for clause in split_text(text).clauses
    ]
    code = SPLITTER_VERSION.partition("-")[0]
    assert GOLDEN[code] == sha256(repr(made).encode()).hexdigest()[:16]


def test_a_changed_rule_changes_the_fingerprint():
    changed = replace(KOREAN, repealed=re.compile("폐지"))
    rules = {**table.RULES, "ko": changed}
    assert table.fingerprint(rules) != table.fingerprint()
    assert SPLITTER_VERSION.endswith(table.fingerprint())
