"""Policy files: read whole, or refused with the file and the place that is wrong."""

import json
import shutil

import pytest

from server.adapters.files.policies import load_policy
from server.domain.errors import SettingsError
from tests.conftest import ROOT

FOLDER = ROOT / "contracts" / "policies"


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(FOLDER, tmp_path / "policies")


def test_the_released_policies_load(folder):
    policy = load_policy(folder)
    assert {rule.language for rule in policy.banned} == set(policy.labels) == set(policy.generic_names)
    assert policy.version.startswith("sha256:")


def test_the_version_changes_with_any_file(folder):
    before = load_policy(folder).version
    path = folder / "generic-names.json"
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert load_policy(folder).version != before


BROKEN = {
    "missing": ("banned.ko.json", None, "cannot be read"),
    "no JSON": ("labels.en.json", "{", "no JSON"),
    "another shape": ("generic-names.json", "[]", "generic-names.json"),
    "a language left out": ("generic-names.json", '{"version":1,"names":{"ko":[]}}', "names"),
    "a rule without examples": (
        "banned.ru.json",
        '{"version":1,"language":"ru","rules":[{"rule_id":"x","pattern":"a"}]}',
        r"rules\[0\]",
    ),
    "a pattern that is none": (
        "banned.en.json",
        json.dumps(
            {
                "version": 1,
                "language": "en",
                "rules": [{"rule_id": "en.x", "pattern": "(", "must_refuse": [], "must_pass": []}],
            }
        ),
        "rule en.x",
    ),
    "not text": ("labels.ru.json", b"\xff\xfe\x00", "labels.ru.json"),
}


@pytest.mark.parametrize(("name", "content", "says"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_named_with_its_remedy(name, content, says, folder):
    path = folder / name
    path.unlink()
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match=says) as raised:
        load_policy(folder)
    assert name in raised.value.remedy
