"""What comes with the extra `eval` alone."""

from importlib import import_module
from typing import Any

from server.domain.errors import SettingsError


def extra_module(name: str) -> Any:  # noqa: ANN401  # scikit-learn and its scipy have no types
    """A module that comes with scikit-learn (extra `eval`); raises SettingsError with the install line."""
    try:
        return import_module(name)
    except ImportError as error:
        raise SettingsError(
            "calibration needs scikit-learn", remedy="pip install --require-hashes -r requirements/eval.txt"
        ) from error
