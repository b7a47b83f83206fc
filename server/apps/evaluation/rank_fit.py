"""Fitting the reranker.

A linear score whose softmax over a query's candidates meets the gold (ListNet's top-one form, Cao et al.
2007), with an L2 penalty.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from server.apps.evaluation.extras import extra_module

Array = NDArray[np.float64]

PENALTY = 10.0  # of the squared weights, shared by all queries
SMALLEST = 1e-9


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidates:
    """One query's candidates: `features` (candidates, features), `gold` 0 or 1 for each."""

    features: Array
    gold: Array


def fit_rank(queries: Sequence[Candidates], *, columns: Sequence[int]) -> Array:
    """Weights for raw features; those outside `columns` are 0. Queries without gold teach nothing."""
    taught = [one for one in queries if one.gold.sum() > 0]
    width = taught[0].features.shape[1]
    spread = np.concatenate([one.features for one in taught]).std(axis=0) + SMALLEST
    used = list(columns)
    features, gold, mask = _padded(taught, spread)
    features = features[:, :, used]

    def loss(weights: Array) -> tuple[float, Array]:
        value, gradient = _loss(weights, features, gold, mask)
        shared = PENALTY / len(taught)
        return value + shared * float(weights @ weights) / 2, gradient + shared * weights

    optimize = extra_module("scipy.optimize")
    found = optimize.minimize(loss, np.zeros(len(used)), jac=True, method="L-BFGS-B").x
    fitted = np.zeros(width)
    fitted[used] = found / spread[used]
    return fitted


def _padded(queries: Sequence[Candidates], spread: Array) -> tuple[Array, Array, NDArray[np.bool_]]:
    longest = max(len(one.gold) for one in queries)
    features = np.zeros((len(queries), longest, len(spread)))
    gold = np.zeros((len(queries), longest))
    mask = np.zeros((len(queries), longest), dtype=bool)
    for place, one in enumerate(queries):
        features[place, : len(one.gold)] = one.features / spread
        gold[place, : len(one.gold)] = one.gold
        mask[place, : len(one.gold)] = True
    return features, gold, mask


def _loss(weights: Array, features: Array, gold: Array, mask: NDArray[np.bool_]) -> tuple[float, Array]:
    """Mean negative logarithm of the probability that falls on gold candidates, and its gradient."""
    scores = np.where(mask, features @ weights, -np.inf)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    on_gold = shares * gold
    caught = on_gold.sum(axis=1, keepdims=True) + SMALLEST
    flat = features.reshape(-1, features.shape[2])
    gradient: Array = (shares - on_gold / caught).ravel() @ flat / len(features)
    return -float(np.log(caught).mean()), gradient
