"""Tokens, exact terms, lexical and dense legs, fusion, tiers."""
