"""The clause store, the pick cache and the ledger on SQLite (apsw)."""
