"""TNVS on other draws of the 300 rows of isolet than the one used throughout; the paper's own isn't known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

from tnvs.datasets import fetch_isolet
from tnvs.experiments import settings
from tnvs.experiments.limit import fitted_within
from tnvs.experiments.methods import selectors
from tnvs.experiments.outcome import counts
from tnvs.experiments.runs.selection import warm_up
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.store import Store

N_DRAWS = 10


def compute(draw: int, fold: int, limit: float) -> Values:
    """Select on the training rows; the draw is the seed of rows and folds."""
    X, y = _drawn(draw)
    folds = StratifiedKFold(settings.N_FOLDS, shuffle=True, random_state=draw)
    train, _ = list(folds.split(X, y))[fold - 1]
    warm_up("TNVS")
    fit = fitted_within(selectors()["TNVS"], StandardScaler().fit_transform(X[train]), y[train], limit)
    sizes = dict(
        zip(("size", "uninformative", "redundant", "independent"), counts(fit.selector.labels_), strict=True)
    )
    return {**fit.times(limit), **sizes}


@lru_cache(maxsize=1)
def _drawn(draw: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    X, y = fetch_isolet(subset="paper", random_state=draw, return_X_y=True)
    return X, y


def passes() -> Sequence[Sequence[Key]]:
    """Return all rows."""
    return [list(product(settings.numbers(N_DRAWS), settings.numbers(settings.N_FOLDS)))]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    draw, fold = key
    return partial(compute, int(draw), int(fold))


SHEET = Sheet(
    name="draws",
    keys=("draw", "fold"),
    values=("seconds", "limit", "size", "uninformative", "redundant", "independent"),
    alike=(),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key == ("1", "1"),
)
