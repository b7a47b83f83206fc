"""From what the customer said to cards."""
