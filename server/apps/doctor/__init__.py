"""One line per thing that can be wrong, with its remedy."""
