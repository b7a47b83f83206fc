"""Programs for people who work on or try clausecard; nothing here is part of the server."""
