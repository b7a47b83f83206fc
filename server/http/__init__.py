"""Routes, problems, metrics and pages: the only place that knows FastAPI."""
