"""Query and passage vectors."""
