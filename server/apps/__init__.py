"""The stories: documents, index, retrieval, cards, answers, evaluation."""
