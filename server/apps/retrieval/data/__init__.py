"""Word lists of the retrieval app, written for this product; plain text, one entry a line."""
