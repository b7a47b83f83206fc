"""Immutable editions in a folder: built aside, checked, switched by one pointer."""
