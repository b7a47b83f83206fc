"""One module per format that can be read, and what they share."""
