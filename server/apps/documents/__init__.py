"""Files to documents to clauses."""
