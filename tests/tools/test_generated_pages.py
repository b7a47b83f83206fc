"""The runbook's generated pages say what the code says, today."""

import re
from enum import StrEnum

from server.domain import reasons
from server.settings import Settings, read_settings, variable
from tools import reasons_table, runbook, settings_table


def test_the_generated_pages_of_the_runbook_are_up_to_date():
    assert runbook.find_stale() == (), "run python -m tools.runbook"


def test_every_link_of_the_runbook_leads_somewhere():
    for page in [*runbook.RUNBOOK.rglob("*.md"), *runbook.RUNBOOK.parent.glob("*.md")]:
        links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == [], page.name


def test_every_setting_stands_on_the_page_with_what_it_takes_and_what_it_does():
    rows = {name.strip("`"): rest for name, *rest in settings_table.rows()}
    assert list(rows) == [variable(name) for name in Settings.__dataclass_fields__]
    for name, (takes, default, comment) in rows.items():
        assert takes, name
        assert default, name
        assert comment, f"{name} has no comment in server/settings.py"


def test_every_default_on_the_page_is_accepted_as_a_setting():
    rows = [(name.strip("`"), default) for name, _, default, _ in settings_table.rows()]
    given = {name: default.strip("`") for name, default in rows if default != "not set"}
    assert read_settings(given) == Settings()


def test_every_reason_of_the_domain_has_a_meaning_and_a_next_step_and_no_text_is_left_over():
    kinds = [kind for kind in vars(reasons).values() if isinstance(kind, type) and issubclass(kind, StrEnum)]
    words = {(kind.__name__, word.value) for kind in kinds if kind is not StrEnum for word in kind}
    texts = reasons_table.read_texts()
    assert set(texts) == words
    for meaning, remedy in texts.values():
        assert meaning.endswith(".")
        assert remedy


def test_the_reasons_page_names_only_settings_that_exist():
    known = {variable(name) for name in Settings.__dataclass_fields__}
    page = reasons_table.page()
    named = set(re.findall(r"\b(?:CLAUSECARD|OLLAMA|GENERATION|EMBEDDING)_[A-Z_]+", page))
    assert named <= known
