"""Reciprocal-rank fusion (Cormack, Clarke and Buettcher 2009)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from server.domain.hit import LegHit

RANK_CONSTANT = 10  # measured better than the paper's 60 on short lists of clauses
LEG_WEIGHTS = {"words": 1.0, "grams": 1.0, "dense": 1.0}


def fuse(legs: Mapping[str, Sequence[LegHit]]) -> dict[int, float]:
    """Row to fused score, best first; ties by row."""
    scores: dict[int, float] = defaultdict(float)
    for name, hits in legs.items():
        for rank, hit in enumerate(hits, start=1):
            scores[hit.row] += LEG_WEIGHTS[name] / (RANK_CONSTANT + rank)
    return dict(sorted(scores.items(), key=lambda pair: (-pair[1], pair[0])))
