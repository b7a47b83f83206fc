"""What the ledger holds about answers, and how it gets there."""
