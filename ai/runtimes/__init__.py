"""The LanguageModel port and the HTTP clients behind it."""
