"""What a setting takes is said before anything is loaded, not found out in the middle of a request."""

import pytest

from server.cli.output import Exit
from server.domain.errors import SettingsError
from server.settings import RANGES, Settings, read_settings, takes, variable


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("CLAUSECARD_PORT", "65536", "whole number from 0 to 65535"),
        ("CLAUSECARD_PORT", "-1", "whole number from 0 to 65535"),
        ("CLAUSECARD_PORT", "http", "whole number from 0 to 65535"),
        ("GENERATION_PERCENT", "101", "whole number from 0 to 100"),
        ("CLAUSECARD_THREADS", "0", "whole number from 1"),
        ("CLAUSECARD_MODEL_CONCURRENCY", "0", "whole number from 1"),
        ("CLAUSECARD_REBUILD_SECONDS", "0", "number from 1"),
        ("CLAUSECARD_REBUILD_SECONDS", "inf", "number from 1"),
        ("CLAUSECARD_BREAKER_SECONDS", "nan", "number"),
        ("GENERATION_TEMPERATURE", "-0.1", "number"),
        ("CLAUSECARD_UPLOAD", "perhaps", "on, off"),
        ("CLAUSECARD_EMBEDDER", "word2vec", "none, e5, ollama"),
    ],
)
def test_a_value_outside_what_the_setting_takes_is_refused_with_what_it_takes(name, value, told):
    with pytest.raises(SettingsError) as refused:
        read_settings({name: value})
    assert (str(refused.value), refused.value.remedy) == (
        f"{name}={value!r} cannot be used",
        f"{name} takes: {told}",
    )


@pytest.mark.parametrize("name", RANGES)
def test_the_ends_of_every_range_can_be_used(name):
    for value in (end for end in RANGES[name] if end != float("inf")):
        assert getattr(read_settings({variable(name): str(value)}), name) == value


def test_every_default_lies_in_its_range():
    defaults = Settings()
    assert all(least <= getattr(defaults, name) <= most for name, (least, most) in RANGES.items())


def test_every_setting_says_what_it_takes():
    assert takes("calibration") == "path"
    assert takes("ollama_url") == "text"
    assert all(takes(name) for name in Settings.__dataclass_fields__)


def test_a_file_in_the_place_of_the_data_folder_is_refused(clausecard, tmp_path):
    file = tmp_path / "a-file"
    file.write_text("no folder", "utf-8")
    refused = clausecard("cards", "명의변경", CLAUSECARD_DATA=str(file))
    assert refused.exit_code == Exit.USAGE
    assert "is a file" in refused.stderr
    assert "name a folder" in refused.stderr
