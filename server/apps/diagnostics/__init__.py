"""A look into every step of a request, and the state of every switch."""
