"""Narrow interfaces to everything outside; each docstring says what failure looks like."""
