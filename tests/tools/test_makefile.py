"""`make run` starts the server in an environment that it accepts."""

import os
import subprocess

from tests.conftest import ROOT


def test_make_hands_the_server_no_setting_of_its_own():
    said = subprocess.run(
        ["make", "-s", "--eval", "seen: ; @env", "seen"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("CLAUSECARD_")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = [line.split("=")[0] for line in said.splitlines()]
    assert "VENV" in names
    assert [name for name in names if name.startswith("CLAUSECARD_")] == []
