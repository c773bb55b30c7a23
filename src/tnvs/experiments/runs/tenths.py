"""TNVS and WLS on warpAR10P in the folds that the paper's digits imply, the last of them larger."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from time import process_time

import numpy as np
from numpy.typing import NDArray

from tnvs.experiments import settings
from tnvs.experiments.methods import selectors
from tnvs.experiments.real import real, repetitions, scaled
from tnvs.experiments.runs.prediction import indicators, predictions
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.store import Store

DATASET = "warpAR10P"
METHODS = ("TNVS", "WLS")
MODELS = ("SVM", "DT", "RF")


def compute(repetition: int, fold: int, method: str, limit: float) -> Values:
    """Select, and score models."""
    start = process_time()
    X, y = real(DATASET)
    test = rows_to_test(y, repetition)[fold - 1]
    part = scaled(X, y, np.setdiff1d(np.arange(len(y)), test), test)
    columns = tuple(selectors()[method].fit(part.X_train, part.y_train).selected_.tolist())
    seed = settings.random_class_seed(repetition, fold)
    scores = {name: indicators(part.y_test, predictions(part, columns, name, seed))["ACC"] for name in MODELS}
    return {"seconds": process_time() - start, "rows": len(test), "size": len(columns), **scores}


def rows_to_test(y: NDArray[np.int64], repetition: int) -> list[NDArray[np.intp]]:
    """Return the test rows of each fold: a tenth of each class, rounded, and in the last what is left."""
    random = np.random.default_rng(repetition)
    folds: list[list[NDArray[np.intp]]] = [[] for _ in range(settings.N_FOLDS)]
    for label in np.unique(y):
        rows = random.permutation(np.flatnonzero(y == label))
        tenth = round(len(rows) / settings.N_FOLDS)
        for fold, part in enumerate(np.split(rows, tenth * np.arange(1, settings.N_FOLDS))):
            folds[fold].append(part)
    return [np.sort(np.concatenate(parts)) for parts in folds]


def passes() -> Sequence[Sequence[Key]]:
    """Return all rows."""
    return [[(*where, method) for where, method in product(repetitions(), METHODS)]]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    repetition, fold, method = key
    return partial(compute, int(repetition), int(fold), method)


SHEET = Sheet(
    name="tenths",
    keys=("repetition", "fold", "method"),
    values=("seconds", "rows", "size", *MODELS),
    alike=("method",),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key == ("1", "1", "TNVS"),
)
