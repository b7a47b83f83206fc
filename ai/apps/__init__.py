"""Uses of a model, one folder each; they do not know each other."""
