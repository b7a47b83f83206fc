"""clausecard: cards from an organisation's own documents, with their source."""
