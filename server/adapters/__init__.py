"""Real parts behind the ports."""
