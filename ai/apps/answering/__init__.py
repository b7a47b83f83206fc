"""Drafts the answer of /ask from packed clauses."""
