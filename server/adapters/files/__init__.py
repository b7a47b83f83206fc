"""Policies, calibrations and other data files."""
