"""What each method selects on the training part of each fold of the real data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import product

import numpy as np

from tnvs.datasets import make_nonlinear
from tnvs.experiments import settings
from tnvs.experiments.limit import fitted_within
from tnvs.experiments.methods import selectors
from tnvs.experiments.outcome import counts
from tnvs.experiments.real import repetitions, split
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.store import Store


def compute(dataset: str, repetition: int, fold: int, method: str, limit: float) -> Values:
    """Select."""
    part = split(dataset, repetition, fold)
    warm_up(method)
    fit = fitted_within(selectors()[method], part.X_train, part.y_train, limit)
    sizes: list[int] | list[None] = [None] * 4
    if method == "TNVS":
        sizes = counts(fit.selector.labels_)
    return {
        **fit.times(limit),
        "size": len(fit.selected),
        "uninformative": sizes[1],
        "redundant": sizes[2],
        "independent": sizes[3],
        "selected": fit.selected.tolist(),
    }


@cache
def warm_up(method: str) -> None:
    """Load compiled code, or compile it, before any fit is timed."""
    X, _, _ = make_nonlinear(100, 50, random_state=0)
    selectors()[method].fit(X, np.arange(100) % 5)


def passes() -> Sequence[Sequence[Key]]:
    """Return TNVS first, which most of the paper's tables need."""
    others = [method for method in settings.METHODS if method != "TNVS"]
    rest = product(settings.DATASETS, repetitions(), others)
    return [
        [(dataset, *where, "TNVS") for dataset in settings.DATASETS for where in repetitions()],
        [(dataset, *where, method) for dataset, where, method in rest],
    ]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    dataset, repetition, fold, method = key
    return partial(compute, dataset, int(repetition), int(fold), method)


SHEET = Sheet(
    name="selection",
    keys=("dataset", "repetition", "fold", "method"),
    values=("seconds", "limit", "size", "uninformative", "redundant", "independent", "selected"),
    alike=("dataset", "method"),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key[:3] == ("warpAR10P", "1", "1"),
)
