"""Is what an edition holds what lies on the disk?"""

from collections.abc import Callable, Iterable, Mapping

from server.domain.reasons import Freshness

FreshnessOf = Callable[[Iterable[str]], Mapping[str, Freshness]]
"""Of the documents with these doc_ids. Raises IndexEmpty and IndexUnavailable."""
