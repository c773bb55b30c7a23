"""Which kinds of relation each method finds: one response of each kind, 20 repetitions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tnvs.experiments import settings
from tnvs.experiments.limit import fitted_within
from tnvs.experiments.methods import selectors
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.store import Store

N_ROWS, N_COLUMNS, N_DRAWS, FIRST = 500, 100, 20, 5
NOISE = 0.1
RELATIONS: dict[str, tuple[int, Callable[[NDArray[np.float64]], NDArray[np.float64]]]] = {
    "linear": (1, lambda X: X[:, 0]),
    "monotonic": (1, lambda X: np.exp(2 * X[:, 0])),
    "symmetric": (1, lambda X: X[:, 0] ** 2),
    "oscillating": (1, lambda X: np.cos(2 * np.pi * X[:, 0])),
    "product": (2, lambda X: X[:, 0] * X[:, 1]),
    "sign of a product": (2, lambda X: np.sign(X[:, 0] * X[:, 1])),
}


def compute(relation: str, draw: int, method: str, limit: float) -> Values:
    """Select, and say whether all relevant columns are among the first selected."""
    count, response = RELATIONS[relation]
    random = np.random.default_rng(draw)
    X = random.normal(size=(N_ROWS, N_COLUMNS))
    y = response(X) + NOISE * random.normal(size=N_ROWS)
    fit = fitted_within(selectors()[method], X, y, limit)
    found = set(range(count)) <= set(fit.selected[:FIRST].tolist())
    return {
        **fit.times(limit),
        "size": len(fit.selected),
        "found": found,
    }


def passes() -> Sequence[Sequence[Key]]:
    """Return all rows."""
    return [list(product(RELATIONS, settings.numbers(N_DRAWS), settings.METHODS))]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    relation, draw, method = key
    return partial(compute, relation, int(draw), method)


SHEET = Sheet(
    name="relations",
    keys=("relation", "draw", "method"),
    values=("seconds", "limit", "size", "found"),
    alike=("method",),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key[1] == "1",
)
