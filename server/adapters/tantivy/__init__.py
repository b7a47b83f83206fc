"""The lexical index."""
