"""One line per thing that can be wrong, with its remedy."""

from server.apps.doctor.checks import Check, check, exit_code, run_checks

__all__ = ["Check", "check", "exit_code", "run_checks"]
