"""Hand-written, complete stand-ins for the ports."""
