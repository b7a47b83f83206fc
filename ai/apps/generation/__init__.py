"""Picks item names out of one clause."""
