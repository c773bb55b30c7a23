"""The simulation's almost constant columns: a fixed number of rows that aren't zero, or a drawn one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.experiments import settings
from tnvs.experiments.limit import fitted_within
from tnvs.experiments.methods import selectors
from tnvs.experiments.outcome import counts, found, kinds
from tnvs.experiments.runs.simulation import warm_up
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.simulated import simulated
from tnvs.experiments.store import Store

SHARE, SPREAD = 0.001, 0.1
SETTING = 1
DRAWS = ("fixed", "Bernoulli")
VARIANTS: dict[str, dict[str, Any]] = {
    "paper": {},
    "exact entropy": {"discretization": "auto"},
    "exact entropy, threshold 0.02": {"discretization": "auto", "uninformative_threshold": 0.02},
    "relevance threshold 0": {"relevance_threshold": 0.0},
    "relevance threshold 0.01": {"relevance_threshold": 0.01},
}


def compute(draw: str, dataset: int, variant: str, limit: float) -> Values:
    """Select, and count the almost constant columns that pass the filter, and those that are selected."""
    data = simulated(SETTING, dataset)
    X = data.X if draw == "fixed" else bernoulli(data.X, data.truth.group == 0, dataset)
    warm_up("TNVS")
    rows = data.train[0]
    selector = selectors()["TNVS"].set_params(**VARIANTS[variant])
    fit = fitted_within(selector, X[rows], data.y[rows], limit)
    labels = fit.selector.labels_
    return {
        "seconds": fit.seconds,
        "passed": int(np.count_nonzero(labels[data.truth.group == 0] != "uninformative")),
        "selected_uninformative": counts(kinds(fit.selected, data.truth)[fit.selected])[1],
        **found(fit.selected, data.truth),
    }


def bernoulli(X: NDArray[np.float64], columns: NDArray[np.bool_], seed: int) -> NDArray[np.float64]:
    """Return X with these columns drawn anew, each row not zero with the same small probability."""
    random = np.random.default_rng(seed)
    X = X.copy()
    shape = (len(X), int(np.count_nonzero(columns)))
    X[:, columns] = (random.random(shape) < SHARE) * random.normal(scale=SPREAD, size=shape)
    return X


def passes() -> Sequence[Sequence[Key]]:
    """Return all rows."""
    return [list(product(DRAWS, settings.numbers(settings.N_DATASETS), VARIANTS))]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    draw, dataset, variant = key
    return partial(compute, draw, int(dataset), variant)


SHEET = Sheet(
    name="nonzero",
    keys=("draw", "dataset", "variant"),
    values=("seconds", "passed", "selected", "selected_uninformative", "signals", "needed"),
    alike=("draw", "variant"),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key[1:] == ("1", "paper"),
)
