"""Figures of a campaign replace its own block of the page and nothing else."""

from pathlib import Path

import pytest

from tests.campaigns.__main__ import write_figures
from tests.figures import run_modules, shown


def test_a_campaign_replaces_its_own_block_alone(tmp_path: Path) -> None:
    page = tmp_path / "quality.md"
    write_figures(page, "kills", {"kills": 10, "first fault": r"\1 none"})
    write_figures(page, "picks", {"picks": 5})
    write_figures(page, "kills", {"kills": 200})
    text = page.read_text("utf-8")
    assert text.index("## kills") < text.index("## picks")
    assert "| kills | 200 |" in text
    assert "| picks | 5 |" in text
    assert r"\1 none" not in text


@pytest.mark.parametrize(("value", "text"), [(1234567, "1,234,567"), (0.12345, "0.123"), ("none", "none")])
def test_figures_are_shown_for_people(value: object, text: str) -> None:
    assert shown(value) == text


def test_an_unknown_name_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    (tmp_path / "here.py").write_text("")
    with pytest.raises(SystemExit, match="there are: here"):
        run_modules(tmp_path, "nowhere", ["there"])
