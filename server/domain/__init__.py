"""Values only: standard library, frozen, keyword-only."""
