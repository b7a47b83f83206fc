"""Builds an edition aside, checks it, switches; freshness; watch."""
