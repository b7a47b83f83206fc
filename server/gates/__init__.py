"""Pure rules: a value in, passed or a named refusal out."""
