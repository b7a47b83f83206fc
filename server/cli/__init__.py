"""The same services for a terminal."""
