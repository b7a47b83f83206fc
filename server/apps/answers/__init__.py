"""From a question to an answer with verified citations."""
