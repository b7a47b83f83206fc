"""Korean morphology."""
