"""Bounded concurrency and the circuit breaker in front of a model."""
