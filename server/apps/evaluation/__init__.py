"""Golden sets to figures to reports."""
